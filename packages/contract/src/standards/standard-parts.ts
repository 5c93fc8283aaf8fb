import { z } from 'zod';
import { booleanText, integerText } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { must } from '../problems/requirement.ts';
import { dataStandardSchema } from './data-standard.ts';
import { standardVersionSchema } from './standard-version.ts';

export const maxVersion = 2_147_483_647;

const formats = ['json', 'ndjson', 'jsonschema'] as const;

/** The requested version of a data standard, and the format of the response. */
export const standardQuery = z.object({
  version: integerText(1, maxVersion).optional().describe('Default: the current version'),
  format: z
    .enum(formats, must({ rule: 'one-of-few', values: formats }))
    .default('json')
    .describe(
      '`json`: the document as it was published. `ndjson`: head and items line by line. `jsonschema`: a JSON Schema 2020-12 of the channel shape; parts that it cannot express are listed in `x-not-exported`',
    ),
});

export const standardAnswer = {
  200: { description: 'The document, streamed', schema: dataStandardSchema },
} as const;

export const params = z.object({ channelId: storableText() });

export const versionParams = params.extend({ version: integerText(1, maxVersion) });

export const versionPage = z.object({
  limit: integerText(1, 1000).default(100),
  startingAfter: integerText(1, maxVersion).optional(),
});

export const putQuery = z.object({
  expectedVersion: integerText(0, maxVersion)
    .optional()
    .describe(
      'The version that the document is based on, 0 for none: if another one is current, the answer is `changed-meanwhile`',
    ),
  dryRun: booleanText().default(false).describe('Checks and compares, but stores nothing'),
});

export const putProblems = [
  'unknown-channel',
  'invalid-standard',
  'malformed-json',
  'changed-meanwhile',
  'body-too-large',
  'unsupported-content-type',
  'unsupported-encoding',
  'request-timeout',
  'request-aborted',
  'too-many-requests',
] as const;

export const stream = {
  contentTypes: ['application/json', 'application/x-ndjson'],
  description:
    'The data standard as one JSON document; or NDJSON: the head in the first line, then one item per line with its `kind`.',
  example:
    '{"format":"pimento-standard/1","name":"Example Shop","attributes":[{"id":"title","name":"Title","type":{"id":"string"},"requirement":"required"}]}',
};

export const putDescription =
  'Identical content creates no version. The whole document is checked at once: the answer `invalid-standard` lists all problems with their positions, and nothing is stored. A new version becomes current immediately; mappings do not change.';

export const versionList = {
  200: {
    description: 'Versions, the newest first',
    schema: z
      .object({ versions: z.array(standardVersionSchema), hasMore: z.boolean(), next: z.string().nullable() })
      .meta({ id: 'StandardVersionList' }),
  },
} as const;

export const withdrawDescription =
  'Publishes the content of the previous version as a new version, and marks the withdrawn version. Only the current version can be withdrawn.';
