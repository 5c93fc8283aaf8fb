import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText, none } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { importMappingSchema } from './import-mapping.ts';

/** Maximum number of import mappings of a client, and of stored versions of each mapping. */
export const importMappingLimits = { mappings: 1_000, versions: 10 } as const;

const maxVersion = 2_147_483_647;

const importMappingInfo = z.object({
  name: z.string(),
  version: z.number().int().describe('Increases by 1 with each change, even if the mapping was deleted in between'),
  fingerprint: z.string().describe('Hash of the headers, regardless of their order; files with the same headers match'),
  columns: z.number().int().describe('Number of columns'),
  changedAt: z.string(),
  changedBy: z.string().describe('`key:…` or `user:…`'),
});

export const importMappingInfoSchema = importMappingInfo.meta({ id: 'ImportMappingInfo' });
export type ImportMappingInfo = z.infer<typeof importMappingInfoSchema>;

export const storedImportMappingSchema = importMappingInfo
  .extend({ document: importMappingSchema })
  .meta({ id: 'StoredImportMapping' });
export type StoredImportMapping = z.infer<typeof storedImportMappingSchema>;

const common = { tag: 'Import', permission: { who: 'client', scope: 'import' } } as const;
const path = '/api/import/v1/mappings';
const params = z.object({ name: storableText(100).min(1).describe('Name of the mapping, percent-encoded') });
const versionQuery = z.object({
  version: integerText(1, maxVersion)
    .optional()
    .describe(`Default: the current version. The last ${importMappingLimits.versions} are kept`),
});
const expectedVersion = integerText(0, maxVersion)
  .optional()
  .describe(
    'The version that the change is based on, 0 for none: if another one is current, nothing is changed and the answer is `changed-meanwhile`, with the current mapping as `stored`',
  );

export const listImportMappings = operation({
  ...common,
  id: 'listImportMappings',
  method: 'GET',
  path,
  summary: 'File mappings (how the columns of files become attributes), by name, in pages',
  params: none,
  query: z.object({
    limit: integerText(1, 1000).default(100),
    startingAfter: storableText(100).optional().describe('`next` of the previous page'),
    fingerprint: storableText(100).optional().describe('Only mappings for files with these headers'),
  }),
  answers: {
    200: {
      description: 'A page of mappings, without their documents',
      schema: z
        .object({ mappings: z.array(importMappingInfoSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'ImportMappingPage' }),
    },
  },
  problems: ['invalid-parameter'],
});

export const getImportMapping = operation({
  ...common,
  id: 'getImportMapping',
  method: 'GET',
  path: `${path}/{name}`,
  summary: 'Get a file mapping',
  params,
  query: versionQuery,
  answers: { 200: { description: 'The mapping with its document', schema: storedImportMappingSchema } },
  problems: ['unknown-mapping', 'invalid-parameter'],
});

export const getImportMappingDocument = operation({
  ...common,
  id: 'getImportMappingDocument',
  method: 'GET',
  path: `${path}/{name}/document`,
  summary: 'Export a file mapping: only the document, in the form in which it can be stored again',
  params,
  query: versionQuery,
  answers: { 200: { description: 'The document', schema: importMappingSchema } },
  problems: ['unknown-mapping', 'invalid-parameter'],
});

export const putImportMapping = operation({
  ...common,
  id: 'putImportMapping',
  audit: { object: 'import-mapping', id: 'name' },
  method: 'PUT',
  path: `${path}/{name}`,
  maxBodyBytes: bodyBytes.settings,
  summary: 'Create or replace a file mapping',
  description: `The body is the document. It is checked as a whole: the answer \`invalid-mapping\` lists all problems with their positions, and nothing is stored. Identical content creates no version. A client has at most ${importMappingLimits.mappings} mappings.`,
  params,
  query: z.object({ expectedVersion }),
  body: storable(importMappingSchema),
  answers: { 200: { description: 'The stored mapping', schema: storedImportMappingSchema } },
  problems: [
    'invalid-mapping',
    'invalid-body',
    'invalid-parameter',
    'malformed-json',
    'changed-meanwhile',
    'not-possible-now',
  ],
});

export const deleteImportMapping = operation({
  ...common,
  id: 'deleteImportMapping',
  audit: { object: 'import-mapping', id: 'name' },
  method: 'DELETE',
  path: `${path}/{name}`,
  summary: 'Delete a file mapping',
  description: 'Imports that were started with it are not affected. Refused while a file source uses it.',
  params,
  query: z.object({ expectedVersion }),
  answers: { 204: { description: 'The mapping is deleted' } },
  problems: ['unknown-mapping', 'invalid-parameter', 'changed-meanwhile', 'not-possible-now'],
});

export const renameImportMapping = operation({
  ...common,
  id: 'renameImportMapping',
  audit: { object: 'import-mapping', id: 'name', settings: ['name'] },
  method: 'PATCH',
  path: `${path}/{name}`,
  summary: 'Rename a file mapping',
  description:
    'The mapping keeps its versions, and file sources that use it are updated. The new name must not be in use. If a mapping with the new name was deleted before, its version numbers continue.',
  params,
  query: z.object({ expectedVersion }),
  body: z.strictObject({ name: storableText(100).min(1).describe('The new name') }).meta({ id: 'RenameImportMapping' }),
  answers: { 200: { description: 'The mapping under its new name', schema: storedImportMappingSchema } },
  problems: [
    'unknown-mapping',
    'invalid-body',
    'invalid-parameter',
    'malformed-json',
    'changed-meanwhile',
    'not-possible-now',
  ],
});
