import { z } from 'zod';
import { assetCountsSchema } from './asset-overview.ts';
import { conversionJobSchema, conversionPreviewSchema, convertAttributeBody } from './assets.ts';
import { operation } from './operation.ts';
import { none } from './parameters.ts';

const path = '/console/attributes/{attributeId}/conversion';
const common = {
  tag: 'Assets',
  permission: { who: 'client', scope: 'datastandards' },
  params: z.object({ attributeId: z.string().describe('Id of a top-level attribute, or the path `Parent/Child`') }),
  query: none,
} as const;

export const previewClientConversion = operation({
  ...common,
  id: 'previewClientConversion',
  method: 'GET',
  path,
  summary: 'What converting an attribute of this client to Asset would do',
  description: 'Goes through every stored value of the attribute.',
  answers: { 200: { description: 'Counts and samples of the stored values', schema: conversionPreviewSchema } },
  problems: ['unknown-attribute'],
});

export const convertClientAttribute = operation({
  ...common,
  id: 'convertClientAttribute',
  method: 'POST',
  path,
  summary: 'Convert an attribute of this client to Asset, or back to string',
  description: 'The same as sending its definition with the other type.',
  body: convertAttributeBody,
  answers: { 202: { description: 'The conversion runs', schema: conversionPreviewSchema } },
  problems: [
    'unknown-attribute',
    'invalid-body',
    'malformed-json',
    'values-do-not-fit',
    'invalid-definitions',
    'not-possible-now',
  ],
});

export const getClientConversionProgress = operation({
  ...common,
  id: 'getClientConversionProgress',
  method: 'GET',
  path: `${path}/progress`,
  summary: 'How far the conversion of an attribute and the downloads of its assets are',
  description: 'Does not go through the values, so that it may be asked often.',
  answers: {
    200: {
      description: 'The last conversion, and the states of all assets that products refer to through the attribute',
      schema: z
        .object({ job: conversionJobSchema.nullable(), assets: assetCountsSchema })
        .meta({ id: 'ClientConversionProgress' }),
    },
  },
  problems: ['unknown-attribute'],
});
