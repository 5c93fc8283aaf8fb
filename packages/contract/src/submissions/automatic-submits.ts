import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { timeZone } from '../operation/time-zone.ts';
import { paramsSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export const scheduleSchema = z
  .object({
    weekdays: z
      .array(z.enum(weekdays))
      .min(1)
      .transform((days) => weekdays.filter((day) => days.includes(day))),
    time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, must('time-of-day')),
    timeZone,
  })
  .meta({ id: 'SubmitSchedule' });
export type SubmitSchedule = z.output<typeof scheduleSchema>;

const rules = {
  accountId: storableText().nullable().default(null).describe('Null: the only Connected account'),
  afterImports: z
    .object({ quietSeconds: z.number().int().min(0).max(86_400).default(300) })
    .nullable()
    .default(null)
    .describe(
      'Submit changes after this time without further changes, at the latest after ten times this time; null: off',
    ),
  schedule: scheduleSchema.nullable().default(null).describe('Submit changes at fixed times; null: off'),
  withdrawDeleted: z
    .boolean()
    .default(false)
    .describe(
      'Withdraw products that were deleted, together with these submissions; has no effect if both are off or the channel lacks the capability `withdraw`',
    ),
};

export const automaticSubmitSchema = z
  .object({
    ...rules,
    nextRun: z.string().nullable().describe('Time of the next scheduled run'),
    lastRun: z.string().nullable(),
    lastSubmissionId: z.string().nullable(),
    lastProblem: z.string().nullable().describe('Why the last run failed to submit; null if it did not fail'),
    lastFault: z
      .looseObject({
        code: z.string(),
        message: z.string(),
        params: paramsSchema.optional(),
        skippedCount: z
          .number()
          .int()
          .describe('Products that the run left out: the problem is that of the first one. 0: the run failed'),
      })
      .nullable()
      .describe('`lastProblem` in parts. Also null if a version before this property stored `lastProblem`'),
  })
  .meta({ id: 'AutomaticSubmit' });
export type AutomaticSubmit = z.output<typeof automaticSubmitSchema>;

const params = z.object({ channelId: storableText() });
const forChannels = {
  tag: 'Connections',
  permission: { who: 'client', scope: 'channels' },
  params,
  query: none,
} as const;
const path = '/api/channels/v1/channels/{channelId}/automatic-submit';

export const getAutomaticSubmit = operation({
  ...forChannels,
  id: 'getAutomaticSubmit',
  method: 'GET',
  path,
  summary: 'Get the rules for automatic submission of a connection',
  answers: { 200: { description: 'The rules', schema: automaticSubmitSchema } },
  problems: ['unknown-channel', 'unknown-connection'],
});

export const putAutomaticSubmit = operation({
  ...forChannels,
  id: 'putAutomaticSubmit',
  audit: { object: 'automatic-submit', id: 'channelId' },
  maxBodyBytes: bodyBytes.settings,
  method: 'PUT',
  path,
  summary: 'Set the rules for automatic submission of a connection; off by default',
  description:
    'Automatic submission includes products of the channel that are Ready, and products that were submitted before and have changed since.',
  body: z
    .strictObject({
      ...rules,
      expected: z
        .strictObject(rules)
        .optional()
        .describe(
          'The rules as they were read: if the stored rules differ, nothing is changed and the answer is `changed-meanwhile`, with the stored rules as `stored`',
        ),
    })
    .meta({ id: 'PutAutomaticSubmit' }),
  answers: { 200: { description: 'The rules', schema: automaticSubmitSchema } },
  problems: [
    'unknown-channel',
    'unknown-connection',
    'unknown-account',
    'changed-meanwhile',
    'invalid-body',
    'malformed-json',
  ],
});
