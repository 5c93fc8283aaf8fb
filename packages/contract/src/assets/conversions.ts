import { z } from 'zod';
import {
  conversionPreviewSchema,
  conversionProgressAnswers,
  conversionProgressSchema,
  convertAttributeBody,
  splitDescription,
  splitProblems,
} from './assets.ts';
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
  summary: 'Preview the conversion of an attribute of this client to Asset',
  description: 'Reads all stored values of the attribute.',
  answers: { 200: { description: 'Counts and samples of the stored values', schema: conversionPreviewSchema } },
  problems: ['unknown-attribute'],
});

export const convertClientAttribute = operation({
  ...common,
  id: 'convertClientAttribute',
  audit: { object: 'definition', id: 'attributeId' },
  method: 'POST',
  path,
  summary: 'Convert an attribute of this client to Asset, or back to string',
  description: 'Equivalent to changing the type in the definition.',
  body: convertAttributeBody,
  answers: { 202: { description: 'The conversion was started', schema: conversionPreviewSchema } },
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
  summary: 'Get the progress of a conversion and the states of its assets',
  description: 'The same answer as for operators. It does not read the values, so it is suitable for polling.',
  answers: conversionProgressAnswers,
  problems: ['unknown-attribute'],
});

export const splitClientAttribute = operation({
  ...common,
  id: 'splitClientAttribute',
  audit: { object: 'definition', id: 'attributeId' },
  method: 'POST',
  path: `${path}/split`,
  summary: 'Split the stored lists of an attribute of this client into several values',
  description: splitDescription,
  answers: { 202: { description: 'The split was started', schema: conversionProgressSchema } },
  problems: splitProblems,
});
