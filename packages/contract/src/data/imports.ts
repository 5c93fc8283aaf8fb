import { z } from 'zod';
import { editedOutcomeSchema } from './product-outcome.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { itemProblemSchema, paramsSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';

export const importTypes = ['IMPORTER', 'REPLACEMENT'] as const;
/** `import`: products in a request body, an uploaded file or a source. `edit`: values that a person changed. `bulk`: a bulk edit. */
export const jobOrigins = ['import', 'edit', 'bulk'] as const;
/** Origins that a caller can state in an import request. */
export const sentOrigins = ['import', 'edit'] as const;
export type JobOrigin = (typeof jobOrigins)[number];
export const jobStatuses = ['Importing', 'Completed', 'Failed'] as const;

export const importWarningSchema = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    params: paramsSchema.optional(),
    productId: z.string().optional(),
    index: z.number().int().optional(),
    firstIndex: z
      .number()
      .int()
      .optional()
      .describe('duplicate-in-request: index of the earlier product with the same __ID'),
  })
  .meta({ id: 'ImportWarning' });

export const importReportSchema = z
  .object({
    jobRef: z.string(),
    feedId: z.literal('master'),
    channelId: z.null(),
    status: z.enum(jobStatuses),
    importType: z.enum(importTypes),
    origin: z
      .enum(jobOrigins)
      .describe(
        'edit: values that a person changed manually, in one product or by pasting into several. bulk: a bulk edit, see getBulkEdit',
      ),
    dryRun: z.boolean(),
    atomic: z.boolean(),
    received: z.number().int().describe('Products handled: created + updated + unchanged + rejected'),
    handled: z.number().int().describe('Number of products from the start of the body that were stored or rejected'),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    createdAttributes: z.array(z.string()),
    warnings: z.array(importWarningSchema),
    warningsTruncated: z.boolean(),
    errors: z
      .array(itemProblemSchema)
      .describe('The first 1,000; get more of them from …/jobs/{jobRef}/errors. A product lists its first 50 problems'),
    errorsTruncated: z.boolean(),
    errorsDeleted: z
      .string()
      .optional()
      .describe('When the listed errors were deleted, long after the import; `errorCounts` still counts them'),
    errorCounts: z
      .record(z.string(), z.number().int())
      .describe('Problems by code, including those that are not listed'),
    fault: z
      .looseObject({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why the job ended early; null if it did not'),
    bytesReceived: z.number().int(),
    bytesTotal: z.number().int().nullable().describe('Size of the body as sent; null if unknown'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    durationMs: z.number().int(),
    file: z
      .object({
        fileId: z.string(),
        name: z.string(),
        sheet: z.string().nullable(),
        hasErrorFile: z.boolean().describe('getImportErrorFile has a table with the rejected rows'),
      })
      .optional()
      .describe('Only of imports of uploaded files'),
    actor: z
      .string()
      .optional()
      .describe(
        'Who sent it: `key:<keyId>`, `user:<personId>` or `system:<name>`. Not in the answer to the import itself',
      ),
    actorName: z.string().nullable().optional().describe('Name of the key or person; null if it no longer exists'),
    readiness: z
      .array(editedOutcomeSchema)
      .optional()
      .describe(
        'Only in the answer to an edit of one product that was stored: how it is evaluated now on each channel with a published mapping; `checking` if that takes too long. The stored evaluation follows in the background',
      ),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;
export type ImportWarning = z.infer<typeof importWarningSchema>;

export const importAcceptedSchema = z
  .object({ jobRef: z.string(), status: z.literal('Importing') })
  .meta({ id: 'ImportAccepted' });

/** The query parameter `importType`, in any letter case. */
export const importTypeText = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(importTypes, must({ rule: 'one-of-few', values: importTypes })))
  .default('IMPORTER')
  .describe('IMPORTER: absent fields keep their values. REPLACEMENT: absent fields are removed from the product.')
  .meta({ override: { type: 'string', enum: [...importTypes], default: 'IMPORTER' } });

export const importProducts = operation({
  id: 'importProducts',
  audit: 'none',
  method: 'POST',
  path: '/api/import/v1/feeds/{feedId}',
  tag: 'Import',
  summary: 'Import any number of products',
  description:
    'The body is read as a stream and stored in batches. After a 2xx answer, every product that is not listed in `errors` is durably stored; an invalid product never affects other products. Sending the same body again is safe.',
  permission: { who: 'client', scope: 'import' },
  params: z.object({ feedId: z.string().describe('Always `master`') }),
  query: z.object({
    importType: importTypeText,
    dryRun: booleanText().default(false).describe('Returns the usual answer but stores nothing'),
    atomic: booleanText()
      .default(false)
      .describe(
        'Stores the whole request in one transaction: after a failure nothing is stored. Rejected products are still skipped and listed.',
      ),
    origin: z
      .enum(sentOrigins, must({ rule: 'one-of-few', values: sentOrigins }))
      .default('import')
      .describe(
        'Origin of the job in lists. edit: a person changed values manually; listed separately from imports of files and systems. An edit creates no attributes: a value of an undefined attribute is rejected as `not-defined`',
      ),
  }),
  headers: {
    'Content-Encoding': 'gzip, br, zstd or deflate',
    Prefer: '`respond-async`: the body is stored, the answer is 202, and a worker imports the body',
    'Idempotency-Key': 'A repeated request within 24 hours gets the first answer again and imports nothing',
  },
  stream: {
    contentTypes: ['application/json', 'application/x-ndjson'],
    description: '`{"products":[…]}`, or NDJSON with one product per line.',
    example: '{"products":[{"__ID":"4006381333931","__Name":"Pen","color":"blue","tags":["office","school"]}]}',
  },
  answers: {
    200: { description: 'The report of the import', schema: importReportSchema },
    202: {
      description: 'The body is stored and will be imported',
      schema: importAcceptedSchema,
    },
  },
  problems: [
    'malformed-json',
    'request-aborted',
    'unknown-feed',
    'unsupported-content-type',
    'unsupported-encoding',
    'quota-exceeded',
    'body-too-large',
    'product-too-large',
    'too-many-products',
    'invalid-parameter',
    'idempotency-in-progress',
    'idempotency-key-reused',
    'too-many-requests',
  ],
});

const jobParams = z.object({ jobRef: z.string() });

export const getImportJob = operation({
  id: 'getImportJob',
  method: 'GET',
  path: '/api/import/v1/jobs/{jobRef}',
  tag: 'Import',
  summary: 'Get the state and the result of one import',
  permission: { who: 'client', scope: 'import' },
  params: jobParams,
  query: none,
  answers: { 200: { description: 'The job', schema: importReportSchema } },
  problems: ['unknown-job'],
});

export const listImportJobs = operation({
  id: 'listImportJobs',
  method: 'GET',
  path: '/api/import/v1/jobs',
  tag: 'Import',
  summary: 'Imports, newest first',
  permission: { who: 'client', scope: 'import' },
  params: none,
  query: z.object({
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('jobRef of the last job of the previous page'),
    status: z.enum(jobStatuses, must({ rule: 'one-of-few', values: jobStatuses })).optional(),
    origin: z
      .enum(jobOrigins, must({ rule: 'one-of-few', values: jobOrigins }))
      .optional()
      .describe('Only imports, only manual edits, or only bulk edits. Dry runs of bulk edits are never listed'),
    withErrors: booleanText()
      .default(false)
      .describe('Only ended imports that failed or rejected products; no edits and no dry runs'),
  }),
  answers: {
    200: {
      description: 'A page of jobs, without their errors and warnings',
      schema: z
        .object({
          jobs: z.array(importReportSchema),
          hasMore: z.boolean(),
          next: z.string().nullable(),
          keptDays: z
            .number()
            .int()
            .nullable()
            .describe('Reports are deleted this number of days after their end. Null: never'),
        })
        .meta({ id: 'ImportJobPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const cancelImport = operation({
  id: 'cancelImport',
  audit: { object: 'import', id: 'jobRef' },
  method: 'POST',
  path: '/api/import/v1/jobs/{jobRef}/cancel',
  tag: 'Import',
  summary: 'Cancel the import of an uploaded file or a stored body',
  description:
    'The job ends as `Failed` with the fault `import-cancelled`, which has the number of handled products. What they changed is stored; import the same file again to complete it. No notice is sent. A dry run has stored nothing. Refused after the job has ended, and while an atomic import is storing its products.',
  permission: { who: 'client', scope: 'import' },
  params: z.object({ jobRef: z.string() }),
  query: none,
  answers: { 200: { description: 'The job', schema: importReportSchema } },
  problems: ['unknown-job', 'not-possible-now'],
});

export const listImportErrors = operation({
  id: 'listImportErrors',
  method: 'GET',
  path: '/api/import/v1/jobs/{jobRef}/errors',
  tag: 'Import',
  summary: 'List all errors of one import, in the order of the body',
  permission: { who: 'client', scope: 'import' },
  params: jobParams,
  query: z.object({
    limit: integerText(1, 1000).default(100),
    startingAfter: integerText(0, 1e15).optional().describe('`next` of the previous page'),
    code: z.string().optional().describe('Only errors with this code'),
  }),
  answers: {
    200: {
      description: 'A page of errors',
      schema: z
        .object({ errors: z.array(itemProblemSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ImportErrorPage' }),
    },
  },
  problems: ['unknown-job', 'invalid-parameter'],
});
