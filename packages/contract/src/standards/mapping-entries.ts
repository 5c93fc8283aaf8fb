import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { entryChangesSchema } from './mapping-lookup.ts';
import { forClient, params, path, none, revision, storedAnswer, writeProblems } from './mapping-parts.ts';
import { pageOfText } from './mapping-tables.ts';

const mapParams = params.extend({ mapId: storableText(255) });

export const listMapEntries = operation({
  ...forClient,
  id: 'listMapEntries',
  method: 'GET',
  path: `${path}/maps/{mapId}`,
  summary: 'List the entries of a value map in the draft',
  params: mapParams,
  query: pageOfText,
  answers: {
    200: {
      description: 'By value',
      schema: z
        .object({
          entries: z.array(z.object({ value: z.string(), to: z.string() })),
          ignoreCase: z.boolean(),
          hasMore: z.boolean(),
          next: z.string().nullable(),
        })
        .meta({ id: 'MapEntryList' }),
    },
  },
  problems: ['unknown-channel', 'unknown-mapping'],
});

export const updateMapEntries = operation({
  ...forClient,
  id: 'updateMapEntries',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'PATCH',
  path: `${path}/maps/{mapId}`,
  summary: 'Add, change and remove entries of a value map in the draft',
  description:
    'Creates the value map if there is none. The change is stored entry by entry, so that concurrent changes to other entries are kept.',
  params: mapParams,
  query: none,
  body: storable(
    z.strictObject({
      entries: entryChangesSchema.optional().describe('Value → channel value; null removes the entry'),
      ignoreCase: z.boolean().optional(),
      expected: entryChangesSchema
        .optional()
        .describe(
          'Entries as they were read; null: no entry. If one differs, nothing is changed and the answer is `changed-meanwhile`',
        ),
    }),
  ).meta({ id: 'MapEntryChanges' }),
  answers: {
    200: {
      description: 'The value map',
      schema: z.object({ mapId: z.string(), entryCount: z.number().int(), revision }).meta({ id: 'ChangedValueMap' }),
    },
  },
  problems: writeProblems,
});

export const deleteValueMap = operation({
  ...forClient,
  id: 'deleteValueMap',
  audit: { object: 'mapping', id: 'channelId' },
  method: 'DELETE',
  path: `${path}/maps/{mapId}`,
  summary: 'Remove a value map from the draft',
  description: 'Published versions keep it.',
  params: mapParams,
  query: none,
  answers: storedAnswer,
  problems: ['unknown-channel', 'unknown-mapping'],
});
