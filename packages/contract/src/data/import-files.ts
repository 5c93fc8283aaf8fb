import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText, none } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { itemProblemSchema } from '../problems/problems.ts';
import { must } from '../problems/requirement.ts';
import { feedFormats, fileEncodings, fileKinds, fileOptionsSchema, importMappingSchema } from './import-mapping.ts';
import { importAcceptedSchema, importTypeText } from './imports.ts';

/** Number of hours for which an uploaded file is kept: `unused` after the upload, `imported` after the start of its last import. */
export const importFileHours = { unused: 24, imported: 168 } as const;
/** Maximum number of uploaded files that are kept for a client. */
export const maxImportFiles = 1_000;

export const importFileSchema = z
  .object({
    fileId: z.string(),
    name: z.string(),
    bytes: z.number().int(),
    sha256: z.string().describe('SHA-256 of the bytes, in hex'),
    uploadedAt: z.string(),
    expiresAt: z.string().describe('When the file is removed, if no import of it is started before'),
  })
  .meta({ id: 'ImportFile' });
export type ImportFile = z.infer<typeof importFileSchema>;

const recognisedSchema = z
  .object({
    kind: z.enum([...fileKinds, 'xml']),
    feed: z
      .enum(feedFormats)
      .nullable()
      .describe('The feed that the file is imported as; null: a plain table or plain JSON. XML is always a feed'),
    packing: z.enum(['gzip', 'zstd', 'zip']).nullable(),
    entry: z.string().nullable().describe('The file inside a zip file'),
    encoding: z.enum(fileEncodings).nullable(),
    delimiter: z.string().nullable(),
    sheet: z.string().nullable().describe('The sheet that is read'),
    sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
    reasons: z.array(z.string()).describe('Why, in English'),
  })
  .meta({ id: 'RecognisedFormat' });

const feedPreviewSchema = z
  .object({
    attributes: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(['value', 'list', 'rows']),
          isNew: z.boolean().describe('The import creates it'),
          products: z.number().int().describe('Products of the sample that have it'),
          sample: z.string().describe('The first value, as JSON if it is not one text; at most 200 characters'),
        }),
      )
      .describe('What the products have; at most 1,000'),
    composites: z
      .array(z.string())
      .describe(
        'Composites that the import creates, or adds attributes to; at most 1,000. It needs the scope `datastandards:write` for this; without it, products with such values are rejected. A dry run leaves the values out',
      ),
    hasErrorFile: z
      .boolean()
      .describe('Whether rejected rows can be downloaded: of tables, not of XML and JSON, whose errors name the line'),
    isTooSlow: z
      .boolean()
      .describe(
        'The beginning could not be read within 30 seconds, so nothing is listed; the import has no such limit',
      ),
  })
  .meta({ id: 'ImportFeedPreview' });

export const previewRowSchema = z
  .object({
    row: z.number().int().describe('As the file counts it, from 1'),
    cells: z.array(z.string()).describe('In the order of the columns; at most 200 characters of each'),
    problems: z.array(itemProblemSchema).describe('Problems of this row, with their `cell`'),
  })
  .meta({ id: 'PreviewRow' });

export const filePreviewSchema = z
  .object({
    file: importFileSchema,
    format: recognisedSchema,
    feed: feedPreviewSchema.nullable().describe('Of feeds: what the first 1,000 products hold'),
    mapping: importMappingSchema
      .nullable()
      .describe(
        'What each column becomes, in the order of the file; it can be changed and sent back as `document`, or stored. null: JSON, NDJSON and feeds need none',
      ),
    mappedBy: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('guess') }),
        z.object({ kind: z.literal('document') }),
        z.object({
          kind: z.literal('stored'),
          name: z.string(),
          version: z.number().int(),
          isMatched: z.boolean().describe('Found by the headers of the file, not named by the caller'),
        }),
      ])
      .nullable(),
    fingerprint: z
      .string()
      .nullable()
      .describe('Hash of the headers; stored mappings for the same headers have it too'),
    matches: z
      .array(z.object({ name: z.string(), version: z.number().int() }))
      .describe('Stored mappings for the same headers, the last changed first; at most 20'),
    questions: z
      .array(itemProblemSchema)
      .describe(
        'What only the user can decide; an import is refused until it is. `path` is a pointer into `mapping`; `code` is `import-column`',
      ),
    newAttributes: z.array(z.string()).describe('Attributes that the import would create; at most 1,000'),
    rows: z.array(previewRowSchema).describe('The first rows below the header'),
    sample: z
      .object({
        products: z.number().int(),
        rejected: z.number().int().describe('Products with problems of their cells'),
        isWhole: z.boolean().describe('The file has no more products'),
      })
      .describe('Of the first 1,000 rows, or products of a feed. Values are judged by a dry run'),
    problems: z.array(itemProblemSchema).describe('Problems of cells in these rows; at most 200'),
  })
  .meta({ id: 'ImportFilePreview' });
export type FilePreview = z.infer<typeof filePreviewSchema>;

const common = { tag: 'Import', permission: { who: 'client', scope: 'import' } } as const;
const path = '/api/import/v1/files';
const params = z.object({ fileId: z.string() });

export const uploadImportFile = operation({
  ...common,
  id: 'uploadImportFile',
  audit: 'none',
  method: 'POST',
  path,
  summary: 'Upload a file of products: CSV, TSV, XLSX, JSON, NDJSON or a feed file, optionally compressed',
  description: `The file is stored as it is; nothing is imported yet. Its content decides the format, not its name or content type. It is removed ${importFileHours.unused} hours after the upload, or ${importFileHours.imported / 24} days after its last import was started. Uploaded files count towards the quota of stored bodies.`,
  params: none,
  query: z.object({
    name: storableText(255).min(1, must('not-empty')).describe('Name of the file, such as `prices.xlsx`'),
  }),
  stream: {
    contentTypes: ['application/octet-stream'],
    description: 'The bytes of the file, with any content type and without Content-Encoding.',
  },
  answers: { 201: { description: 'The file is stored', schema: importFileSchema } },
  problems: [
    'invalid-parameter',
    'invalid-file',
    'unsupported-encoding',
    'quota-exceeded',
    'not-possible-now',
    'body-too-large',
    'request-aborted',
    'too-many-requests',
  ],
});

export const listImportFiles = operation({
  ...common,
  id: 'listImportFiles',
  method: 'GET',
  path,
  summary: 'Uploaded files, newest first',
  params: none,
  query: z.object({
    limit: integerText(1, 200).default(50),
    startingAfter: z.string().optional().describe('fileId of the last file of the previous page'),
  }),
  answers: {
    200: {
      description: 'A page of files',
      schema: z
        .object({ files: z.array(importFileSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ImportFilePage' }),
    },
  },
  problems: ['invalid-parameter', 'unknown-cursor'],
});

export const getImportFile = operation({
  ...common,
  id: 'getImportFile',
  method: 'GET',
  path: `${path}/{fileId}`,
  summary: 'Get what is known about an uploaded file',
  params,
  query: none,
  answers: { 200: { description: 'The file', schema: importFileSchema } },
  problems: ['unknown-file'],
});

export const deleteImportFile = operation({
  ...common,
  id: 'deleteImportFile',
  audit: 'none',
  method: 'DELETE',
  path: `${path}/{fileId}`,
  summary: 'Remove an uploaded file',
  description:
    'Refused while an import of the file runs. Error files of its imports are no longer available afterwards.',
  params,
  query: none,
  answers: { 204: { description: 'The file is removed' } },
  problems: ['unknown-file', 'not-possible-now'],
});

const optionsBody = storable(fileOptionsSchema);

/** Problems of operations that read a file with a mapping. */
const readingProblems = [
  'unknown-file',
  'unknown-mapping',
  'invalid-file',
  'invalid-mapping',
  'invalid-body',
  'invalid-parameter',
  'malformed-json',
  'too-many-requests',
] as const;

export const previewImportFile = operation({
  ...common,
  id: 'previewImportFile',
  audit: 'none',
  writesNothing: true,
  method: 'POST',
  path: `${path}/{fileId}/preview`,
  maxBodyBytes: bodyBytes.settings,
  summary: 'See how an import would read a file: format, mapping with reasons, questions, sample rows and problems',
  description:
    'The content decides the format. A recognised feed (`format.feed`) needs no mapping: `feed` shows what its products contain. To read it as a plain table, state `format.kind`; to read another file as a feed, `format.feed`.',
  params,
  query: z.object({ rows: integerText(0, 100).default(20).describe('Max sample rows') }),
  body: optionsBody,
  answers: { 200: { description: 'The preview', schema: filePreviewSchema } },
  problems: readingProblems,
});

export const importFile = operation({
  ...common,
  id: 'importFile',
  audit: 'none',
  method: 'POST',
  path: `${path}/{fileId}/imports`,
  maxBodyBytes: bodyBytes.settings,
  summary: 'Import an uploaded file, or try the import',
  description:
    'Starts a job like any other import; poll `getImportJob`. Format and mapping are fixed now: a later change of the stored mapping does not affect the job. A feed is read twice; composites that its rows need are created first, also for `atomic`, and are among the `createdAttributes` of the job. If questions are open, nothing is started and the answer is `invalid-mapping` with the questions as `errors`. Problems of the job have a `cell`.',
  params,
  query: z.object({
    importType: importTypeText,
    dryRun: booleanText().default(false).describe('Counts and reports as usual but stores nothing'),
    atomic: booleanText().default(false).describe('Stores everything in one transaction'),
  }),
  body: optionsBody,
  answers: { 202: { description: 'The job is started', schema: importAcceptedSchema } },
  problems: readingProblems,
});

export const getImportErrorFile = operation({
  ...common,
  id: 'getImportErrorFile',
  method: 'GET',
  path: '/api/import/v1/jobs/{jobRef}/error-file',
  summary: 'Download the rejected rows of a file import, with their reasons',
  description:
    'A table in the format of the imported file (CSV or XLSX) with its header, the rows of all rejected products, and two more columns: the row in the file and the reasons. Correct it and upload it again; the two columns are ignored. Available after the job has ended, including dry runs, while the uploaded file is kept. Feeds in XML and JSON have none; their errors name the line and the product.',
  params: z.object({ jobRef: z.string() }),
  query: none,
  answers: {
    200: { description: 'The file', contentType: 'application/octet-stream' },
  },
  problems: ['unknown-job', 'unknown-file', 'invalid-file', 'not-possible-now', 'too-many-requests'],
});
