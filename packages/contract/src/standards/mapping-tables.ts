import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText } from '../operation/parameters.ts';
import { searchText } from '../operation/search-text.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { lookupTableSchema, rowChangesSchema } from './mapping-lookup.ts';
import {
  forClient,
  params,
  path,
  none,
  revision,
  expectedRevision,
  storedAnswer,
  writeProblems,
} from './mapping-parts.ts';

const tableParams = params.extend({ tableId: storableText(255) });

/** The query for one page of entries or rows, with an optional search text. */
export const pageOfText = z.object({
  limit: integerText(1, 1000).default(100),
  startingAfter: z.string().max(8192).optional().describe('The `next` of the previous page'),
  text: searchText.max(255).optional().describe('Matches part of any cell, case-insensitive'),
});

export const listTableRows = operation({
  ...forClient,
  id: 'listTableRows',
  method: 'GET',
  path: `${path}/tables/{tableId}`,
  summary: 'List the rows of a lookup table in the draft',
  params: tableParams,
  query: pageOfText,
  answers: {
    200: {
      description: 'In the order of the table',
      schema: z
        .object({
          columns: z.array(z.string()).describe('The first one has the key'),
          rows: z.array(z.array(z.string())),
          hasMore: z.boolean(),
          next: z.string().nullable(),
        })
        .meta({ id: 'TableRowList' }),
    },
  },
  problems: ['unknown-channel', 'unknown-mapping'],
});

export const putMappingTable = operation({
  ...forClient,
  id: 'putMappingTable',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'PUT',
  path: `${path}/tables/{tableId}`,
  summary: 'Replace a lookup table in the draft',
  params: tableParams,
  query: z.object({ expectedRevision }),
  body: storable(lookupTableSchema),
  answers: storedAnswer,
  problems: writeProblems,
});

export const updateTableRows = operation({
  ...forClient,
  id: 'updateTableRows',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'PATCH',
  path: `${path}/tables/{tableId}`,
  summary: 'Add, change and remove rows of a lookup table in the draft',
  description:
    'The change is stored row by row, so that concurrent changes to other rows are kept. New rows are added at the end.',
  params: tableParams,
  query: none,
  body: storable(
    z.strictObject({
      rows: rowChangesSchema.describe(
        'Key → all cells of the row, the key first; null removes the row. If several rows have the key, the first one is changed, because the others have no effect; all are removed',
      ),
      expected: rowChangesSchema
        .optional()
        .describe(
          'Rows as they were read; null: no row. If one differs, nothing is changed and the answer is `changed-meanwhile`',
        ),
    }),
  ).meta({ id: 'TableRowChanges' }),
  answers: {
    200: {
      description: 'The table',
      schema: z.object({ tableId: z.string(), rowCount: z.number().int(), revision }).meta({ id: 'ChangedTable' }),
    },
  },
  problems: writeProblems,
});

export const deleteMappingTable = operation({
  ...forClient,
  id: 'deleteMappingTable',
  audit: { object: 'mapping', id: 'channelId' },
  method: 'DELETE',
  path: `${path}/tables/{tableId}`,
  summary: 'Remove a lookup table from the draft',
  description: 'Published versions keep it.',
  params: tableParams,
  query: none,
  answers: storedAnswer,
  problems: ['unknown-channel', 'unknown-mapping'],
});
