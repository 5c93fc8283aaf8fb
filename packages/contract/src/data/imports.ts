import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { itemProblemSchema, paramsSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';

export const importTypes = ['IMPORTER', 'REPLACEMENT'] as const;
/** import: a body of products that somebody sent; edit: values that a person changed by hand in the console. */
export const jobOrigins = ['import', 'edit'] as const;
export type JobOrigin = (typeof jobOrigins)[number];
export const jobStatuses = ['Importing', 'Completed', 'Failed'] as const;

export const importWarningSchema = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    params: paramsSchema.optional(),
    productId: z.string().optional(),
    index: z.number().int().optional(),
    firstIndex: z.number().int().optional().describe('duplicate-in-request: where the same __ID stood before'),
  })
  .meta({ id: 'ImportWarning' });

export const importReportSchema = z
  .object({
    jobRef: z.string(),
    feedId: z.literal('master'),
    channelId: z.null(),
    status: z.enum(jobStatuses),
    importType: z.enum(importTypes),
    origin: z.enum(jobOrigins).describe('edit: values that a person changed by hand, one product at a time'),
    dryRun: z.boolean(),
    atomic: z.boolean(),
    received: z.number().int().describe('Products handled: created + updated + unchanged + rejected'),
    handled: z.number().int().describe('Products, counted from the start of the body, that are stored or rejected'),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    createdAttributes: z.array(z.string()),
    warnings: z.array(importWarningSchema),
    warningsTruncated: z.boolean(),
    errors: z.array(itemProblemSchema).describe('The first 1,000; all of them at …/jobs/{jobRef}/errors'),
    errorsTruncated: z.boolean(),
    errorCounts: z.record(z.string(), z.number().int()).describe('Rejected products by code'),
    fault: z
      .looseObject({ code: z.string(), message: z.string(), params: paramsSchema.optional() })
      .nullable()
      .describe('Why the job ended early; null where it did not'),
    bytesReceived: z.number().int(),
    bytesTotal: z.number().int().nullable().describe('Size of the body as sent, where it is known'),
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    durationMs: z.number().int(),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;
export type ImportWarning = z.infer<typeof importWarningSchema>;

export const importProducts = operation({
  id: 'importProducts',
  method: 'POST',
  path: '/api/import/v1/feeds/{feedId}',
  tag: 'Import',
  summary: 'Import any number of products',
  description:
    'The body is read as a stream and stored in batches. After a 2xx every product that is not listed in `errors` is durably stored; a bad product never stops its neighbours. Sending the same body again is harmless.',
  permission: { who: 'client', scope: 'import' },
  params: z.object({ feedId: z.string().describe('Always `master`') }),
  query: z.object({
    importType: z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.enum(importTypes, must({ rule: 'one-of-few', values: importTypes })))
      .default('IMPORTER')
      .describe('IMPORTER: what is absent is left alone. REPLACEMENT: what a product leaves out is removed from it.')
      .meta({ override: { type: 'string', enum: [...importTypes], default: 'IMPORTER' } }),
    dryRun: booleanText().default(false).describe('Answer as always, store nothing'),
    atomic: booleanText()
      .default(false)
      .describe(
        'The whole request in one transaction: a fault leaves nothing of it. Rejected products are still left out and listed.',
      ),
    origin: z
      .enum(jobOrigins, must({ rule: 'one-of-few', values: jobOrigins }))
      .default('import')
      .describe(
        'What the job is listed as. edit: a person changed values by hand; kept apart from the imports of files and systems. It defines no attribute: a value of one that is not defined is refused as `not-defined`',
      ),
  }),
  headers: {
    'Content-Encoding': 'gzip, br, zstd or deflate',
    Prefer: '`respond-async`: the body is made durable, the answer is 202 and a worker does the rest',
    'Idempotency-Key': 'A repeat within 24 h gets the first answer again and imports nothing',
  },
  stream: {
    contentTypes: ['application/json', 'application/x-ndjson'],
    description: '`{"products":[…]}`, or one product a line as NDJSON.',
    example: '{"products":[{"__ID":"4006381333931","__Name":"Pen","color":"blue","tags":["office","school"]}]}',
  },
  answers: {
    200: { description: 'What happened to each product', schema: importReportSchema },
    202: {
      description: 'The body is stored and will be imported',
      schema: z.object({ jobRef: z.string(), status: z.literal('Importing') }).meta({ id: 'ImportAccepted' }),
    },
  },
  problems: [
    'malformed-json',
    'request-aborted',
    'unknown-feed',
    'unsupported-content-type',
    'unsupported-encoding',
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
  summary: 'State and outcome of one import',
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
    startingAfter: z.string().optional().describe('jobRef of the last job of the page before'),
    status: z.enum(jobStatuses, must({ rule: 'one-of-few', values: jobStatuses })).optional(),
    origin: z
      .enum(jobOrigins, must({ rule: 'one-of-few', values: jobOrigins }))
      .optional()
      .describe('Only imports, or only edits by hand'),
  }),
  answers: {
    200: {
      description: 'A page of jobs, without their errors and warnings',
      schema: z
        .object({ jobs: z.array(importReportSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ImportJobPage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const listImportErrors = operation({
  id: 'listImportErrors',
  method: 'GET',
  path: '/api/import/v1/jobs/{jobRef}/errors',
  tag: 'Import',
  summary: 'All errors of one import, in the order of the body',
  permission: { who: 'client', scope: 'import' },
  params: jobParams,
  query: z.object({
    limit: integerText(1, 1000).default(100),
    startingAfter: integerText(0, 1e15).optional().describe('`next` of the page before'),
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
