import { z } from 'zod';
import { conversionPreviewSchema, conversionProgressAnswers, convertAttributeBody } from './assets.ts';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';

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
  summary: 'How far a conversion is, and what became of the assets that it found',
  description: 'The same as operators are answered. Does not go through the values, so that it may be asked often.',
  answers: conversionProgressAnswers,
  problems: ['unknown-attribute'],
});
