import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { booleanText, integerText } from '../operation/parameters.ts';
import { itemProblemSchema } from '../problems/problems.ts';
import { mappingCheckSchema } from './mapping-check.ts';
import { mappingSchema } from './mapping.ts';
import { maxVersion } from './standard-parts.ts';
import { forClient, params, path, revision, mappingBody, expectedRevision, writeProblems } from './mapping-parts.ts';

export const exportMapping = operation({
  ...forClient,
  id: 'exportMapping',
  method: 'GET',
  path: `${path}/export`,
  summary: 'The whole mapping as one document',
  description: 'With all entries and tables, to keep it in a file or to copy it to another client.',
  params,
  query: z.object({ version: integerText(0, maxVersion).default(0).describe('0: the draft') }),
  answers: { 200: { description: 'The mapping', schema: mappingSchema } },
  problems: ['unknown-channel', 'unknown-mapping'],
});

export const importMapping = operation({
  ...forClient,
  id: 'importMapping',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${path}/import`,
  summary: 'Replace the draft with an exported mapping',
  description:
    'Nothing is dropped: attributes, categories and list values that do not exist here are listed in `missing`, with suggestions, and stay in the draft.',
  params,
  query: z.object({ dryRun: booleanText().default(false).describe('Stores nothing'), expectedRevision }),
  body: mappingBody,
  answers: {
    200: {
      description: 'The draft, and what it names that does not exist here',
      schema: z
        .object({
          revision: revision.nullable().describe('Null in a dry run'),
          missing: z.array(itemProblemSchema),
          check: mappingCheckSchema,
        })
        .meta({ id: 'ImportedMapping' }),
    },
  },
  problems: [...writeProblems, 'unknown-standard'],
});
