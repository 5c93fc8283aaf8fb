import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { connectionSchema } from './accounts.ts';
import { readyWhenSchema } from './connection-readiness.ts';

const settings = {
  readyWhen: readyWhenSchema.optional(),
  evaluationAccountId: storableText()
    .nullable()
    .optional()
    .describe('The account whose fields and lists evaluations read; null: the oldest account'),
};

export const updateConnection = operation({
  id: 'updateConnection',
  audit: { object: 'connection', id: 'channelId', settings: ['readyWhen', 'evaluationAccountId'] },
  tag: 'Connections',
  permission: { who: 'client', scope: 'channels' },
  maxBodyBytes: bodyBytes.settings,
  method: 'PATCH',
  path: '/api/channels/v1/channels/{channelId}',
  summary: 'Change how a connection uses the data standard of its channel; omitted members keep their values',
  description:
    'A change to `valid` evaluates all products, and their states on the channel follow. A change to `marked` keeps all states. If the evaluation account changes, all products are evaluated again if the mapping or the data standard reads fields or lists of the account.',
  params: z.object({ channelId: storableText() }),
  query: none,
  body: z
    .strictObject({
      ...settings,
      expected: z
        .strictObject(settings)
        .optional()
        .describe(
          'The settings as they were read: if the stored ones differ, nothing is changed and the answer is `changed-meanwhile`, with the stored settings as `stored`',
        ),
    })
    .meta({ id: 'UpdateConnection' }),
  answers: { 200: { description: 'The channel', schema: connectionSchema } },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'unknown-standard',
    'unknown-account',
    'changed-meanwhile',
    'invalid-body',
    'malformed-json',
  ],
});
