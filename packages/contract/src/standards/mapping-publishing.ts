import { z } from 'zod';
import { bodyBytes } from '../operation/body-limit.ts';
import { operation } from '../operation/operation.ts';
import { integerText } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { mappingCheckSchema, mappingVersionSchema } from './mapping-check.ts';
import { maxVersion } from './standard-parts.ts';
import {
  forClient,
  params,
  path,
  none,
  revision,
  mappingBody,
  changed,
  expectedRevision,
  storedAnswer,
} from './mapping-parts.ts';

export const checkMapping = operation({
  ...forClient,
  id: 'checkMapping',
  audit: 'none',
  writesNothing: true,
  maxBodyBytes: bodyBytes.list,
  method: 'POST',
  path: `${path}/check`,
  summary: 'Check a mapping against the data standard and the attributes',
  description: 'Without `mapping`, the draft is checked. Nothing is stored.',
  params,
  query: none,
  body: z.strictObject({ mapping: mappingBody.optional() }).meta({ id: 'CheckMapping' }),
  answers: { 200: { description: 'The result', schema: mappingCheckSchema } },
  problems: [
    'unknown-channel',
    'unknown-mapping',
    'unknown-standard',
    'invalid-mapping',
    'invalid-body',
    'malformed-json',
  ],
});

export const publishMapping = operation({
  ...forClient,
  id: 'publishMapping',
  audit: { object: 'mapping', id: 'channelId', settings: ['comment'] },
  method: 'POST',
  path: `${path}/publish`,
  summary: 'Publish the draft as a new version',
  description:
    'Versions never change. Errors block publishing; required targets that are not mapped do not. A draft that is identical to the published version creates no version.',
  params,
  query: none,
  body: z
    .strictObject({
      comment: storableText(1000).optional(),
      expectedRevision: revision.optional().describe(changed),
      expectedStandardVersion: revision
        .optional()
        .describe('If another version of the data standard is current, the answer is `changed-meanwhile`'),
    })
    .meta({ id: 'PublishMapping' }),
  answers: { 200: { description: 'The version that applies', schema: mappingVersionSchema } },
  problems: [
    'unknown-channel',
    'unknown-mapping',
    'unknown-standard',
    'invalid-mapping',
    'changed-meanwhile',
    'invalid-body',
    'malformed-json',
  ],
});

export const listMappingVersions = operation({
  ...forClient,
  id: 'listMappingVersions',
  method: 'GET',
  path: `${path}/versions`,
  summary: 'List the published versions of a mapping',
  params,
  query: z.object({ limit: integerText(1, 1000).default(100), startingAfter: integerText(1, maxVersion).optional() }),
  answers: {
    200: {
      description: 'The newest first',
      schema: z
        .object({ versions: z.array(mappingVersionSchema), hasMore: z.boolean(), next: z.string().nullable() })
        .meta({ id: 'MappingVersionList' }),
    },
  },
  problems: ['unknown-channel'],
});

export const restoreMapping = operation({
  ...forClient,
  id: 'restoreMapping',
  audit: { object: 'mapping', id: 'channelId' },
  method: 'POST',
  path: `${path}/versions/{version}/restore`,
  summary: 'Copy a published version into the draft',
  params: params.extend({ version: integerText(1, maxVersion) }),
  query: z.object({ expectedRevision }),
  answers: storedAnswer,
  problems: ['unknown-channel', 'unknown-mapping', 'changed-meanwhile'],
});
