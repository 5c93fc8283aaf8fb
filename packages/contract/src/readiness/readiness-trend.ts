import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { integerText } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';

const count = z.number().int();

export const readinessDaySchema = z
  .object({
    day: z.string().describe('yyyy-MM-dd, UTC'),
    ready: count,
    incomplete: count,
    invalid: count,
    unmapped: count,
  })
  .meta({ id: 'ReadinessDay' });
export type ReadinessDay = z.infer<typeof readinessDaySchema>;

export const listReadinessDays = operation({
  tag: 'Readiness',
  permission: { who: 'client', scope: 'channels' },
  id: 'listReadinessDays',
  method: 'GET',
  path: '/api/channels/v1/channels/{channelId}/readiness/days',
  summary: 'How many products were ready for a channel, day by day',
  description:
    'The counts at the end of each day; those of the current day are at most a few minutes old. Days on which no process ran are missing. 400 days are kept.',
  params: z.object({ channelId: storableText() }),
  query: z.object({ days: integerText(1, 400).default(90).describe('The last days that were counted') }),
  answers: {
    200: {
      description: 'The days, oldest first',
      schema: z.object({ days: z.array(readinessDaySchema) }).meta({ id: 'ReadinessDayList' }),
    },
  },
  problems: ['unknown-channel', 'unknown-connection'],
});
