import { z } from 'zod';
import { secretText, tokenText } from '../operation/secret-text.ts';
import { storableText } from '../operation/storable-text.ts';
import { timeZone } from '../operation/time-zone.ts';
import { must } from '../problems/requirement.ts';
import { fileOptionsSchema } from './import-mapping.ts';
import { importTypes } from './imports.ts';

/** Maximum number of sources of a client, and of stored runs of each source. */
export const importSourceLimits = { sources: 100, runs: 50 } as const;

const authKinds = ['basic', 'bearer'] as const;
export type SourceAuthKind = (typeof authKinds)[number];

const url = z
  .url({ protocol: /^https?$/, error: must('http-url') })
  .max(2_000)
  .describe('http or https, without credentials. With `auth`: https, or a private address that the operator allows');
const path = storableText(500)
  .regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\]+$/, must('folder-path'))
  .describe('Folder below that of the client, such as `acme/prices`; without `.` and `..`');
const pattern = storableText(200)
  .min(1)
  .describe('Only files with such a name: `*` stands for any text, such as `*.csv`. Default: all files');

/** The location of the files in a request, including secrets. */
const fromSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('address'),
      url,
      auth: z
        .discriminatedUnion('kind', [
          z.strictObject({
            kind: z.literal('basic'),
            user: secretText(500).describe('User name'),
            password: secretText(2_000).min(1).optional(),
          }),
          z.strictObject({ kind: z.literal('bearer'), token: tokenText(8_000).min(1).optional() }),
        ])
        .nullish()
        .describe(
          'Credentials for the address. Password and token are stored encrypted and never returned. Line ends at their ends are removed. Without them, the stored one is kept, if the address is still on the same host',
        ),
    }),
    z.strictObject({ kind: z.literal('folder'), path, pattern: pattern.nullish() }),
  ])
  .describe(
    'address: one file that is requested. folder: each new or changed file in a folder of the place that the operator has configured (PIMENTO_IMPORT_FOLDER)',
  );

const hour = z.number().int().min(0).max(23);
const minute = z.number().int().min(0).max(59);

const scheduleSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('every'), minutes: z.number().int().min(1).max(44_640) }),
    z.strictObject({ kind: z.literal('daily'), hour, minute, timeZone }),
    z.strictObject({
      kind: z.literal('cron'),
      expression: storableText(200).min(1).describe('Five fields: minute, hour, day, month, day of the week'),
      timeZone,
    }),
    z.strictObject({ kind: z.literal('request') }),
  ])
  .describe('When it runs automatically. request: only when a run is requested')
  .meta({ id: 'ImportSchedule' });
export type ImportSchedule = z.infer<typeof scheduleSchema>;

const common = {
  schedule: scheduleSchema,
  options: fileOptionsSchema
    .default({})
    .describe('How files are read: a stored mapping, a feed or a format. Default: as recognised'),
  importType: z.enum(importTypes).default('IMPORTER'),
  atomic: z.boolean().default(false).describe('Stores each file in one transaction'),
  isPaused: z
    .boolean()
    .optional()
    .describe('Paused sources run only on request. Default: unchanged; false for a new source'),
};

export const putImportSourceSchema = z.strictObject({ from: fromSchema, ...common }).meta({ id: 'PutImportSource' });
export type ImportSourceInput = z.output<typeof putImportSourceSchema>;
export type PutImportSource = z.input<typeof putImportSourceSchema>;

const shownFrom = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('address'),
    url: z.string(),
    auth: z
      .object({ kind: z.enum(authKinds), user: z.string().optional() })
      .nullable()
      .describe('Without password and token'),
  }),
  z.object({ kind: z.literal('folder'), path: z.string(), pattern: z.string().nullable() }),
]);
export type ImportSourceFrom = z.infer<typeof shownFrom>;

export const runTriggers = ['schedule', 'retry', 'request'] as const;
export const runStatuses = ['Running', 'Imported', 'Unchanged', 'Failed'] as const;

export const importSourceRunSchema = z
  .object({
    runId: z.string(),
    trigger: z.enum(runTriggers).describe('retry: after a failure'),
    startedAt: z.string(),
    endedAt: z.string().nullable(),
    status: z
      .enum(runStatuses)
      .describe(
        'Imported: an import was started, see `jobRef`. Unchanged: there was no new content, so nothing was imported. Failed: see `fault`',
      ),
    times: z.number().int().describe('Consecutive runs without new content are one entry; their number'),
    file: z
      .object({ name: z.string(), bytes: z.number().int().nullable(), sha256: z.string().nullable() })
      .nullable()
      .describe('null: no file was received'),
    jobRef: z.string().nullable().describe('The import job; for a failure that people are notified of, the failed job'),
    job: z
      .object({
        status: z.string(),
        created: z.number().int(),
        updated: z.number().int(),
        unchanged: z.number().int(),
        rejected: z.number().int(),
      })
      .nullable()
      .describe('The import as it is now; null if there is none, or it is no longer kept'),
    fault: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'ImportSourceRun' });
export type ImportSourceRun = z.infer<typeof importSourceRunSchema>;

export const importSourceSchema = z
  .object({
    name: z.string(),
    version: z.number().int(),
    from: shownFrom,
    schedule: scheduleSchema,
    options: fileOptionsSchema,
    importType: z.enum(importTypes),
    atomic: z.boolean(),
    isPaused: z.boolean(),
    isRunning: z.boolean().describe('A run is in progress or requested'),
    nextRunAt: z.string().nullable().describe('null: only on request'),
    failures: z.number().int().describe('Failed runs since the last one that did not fail'),
    lastRun: importSourceRunSchema.nullable(),
    changedAt: z.string(),
    changedBy: z.string().describe('`key:…` or `user:…`'),
  })
  .meta({ id: 'ImportSource' });
export type ImportSource = z.infer<typeof importSourceSchema>;
