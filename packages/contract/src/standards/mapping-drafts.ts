import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText } from '../operation/parameters.ts';
import { storable, storableText } from '../operation/storable-text.ts';
import { mappingEntrySchema } from './mapping-entry.ts';
import { mappingLimits } from './mapping-lookup.ts';
import { maxVersion } from './standard-parts.ts';
import {
  forClient,
  params,
  path,
  none,
  mappingBody,
  expectedRevision,
  storedAnswer,
  writeProblems,
} from './mapping-parts.ts';

export const getMapping = operation({
  ...forClient,
  id: 'getMapping',
  method: 'GET',
  path,
  summary: 'The mapping of a channel: the draft, or a published version',
  description: `Formulas are printed with the current ids of attributes. The entries of value maps with more than ${mappingLimits.listedEntries} are left out and marked with \`isOmitted\`: read them with listMapEntries.`,
  params,
  query: z.object({ version: integerText(0, maxVersion).default(0).describe('0: the draft') }),
  answers: storedAnswer,
  problems: ['unknown-channel', 'unknown-mapping'],
});

export const putMapping = operation({
  ...forClient,
  id: 'putMapping',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.list,
  method: 'PUT',
  path,
  summary: 'Replace the draft of a mapping',
  description:
    'Drafts may have errors, which only block publishing. Value maps that are marked with `isOmitted` keep their entries.',
  params,
  query: z.object({ expectedRevision }),
  body: mappingBody,
  answers: storedAnswer,
  problems: writeProblems,
});

export const putTargetMapping = operation({
  ...forClient,
  id: 'putTargetMapping',
  audit: { object: 'mapping', id: 'channelId' },
  maxBodyBytes: bodyBytes.settings,
  method: 'PUT',
  path: `${path}/targets/{target}`,
  summary: 'Replace the entries of one target in the draft',
  params: params.extend({ target: storableText(2000).describe('Id or path of the target') }),
  query: none,
  body: storable(
    z.strictObject({
      entries: z.array(mappingEntrySchema).max(1000).describe('None: the target is no longer mapped'),
      expected: z
        .array(mappingEntrySchema)
        .max(1000)
        .optional()
        .describe('The entries as they were read: if they changed, the answer is `changed-meanwhile`'),
    }),
  ).meta({ id: 'TargetMapping' }),
  answers: storedAnswer,
  problems: writeProblems,
});
