import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { none } from '../operation/parameters.ts';
import { storableText } from '../operation/storable-text.ts';
import { forClient, params, path } from '../standards/mapping-parts.ts';

export const valueSuggestionReasons = ['value', 'label', 'synonym'] as const;

const unmappedValueSchema = z
  .object({
    value: z.string().describe("The client's value"),
    target: z.string().describe('Path of the target that refuses it'),
    products: z.number().int().describe('Number of products that have the value'),
    suggestion: z
      .object({
        to: z.string().describe("The channel's value"),
        label: z.string().nullable(),
        reason: z
          .enum(valueSuggestionReasons)
          .describe('Which text of the allowed value equals the value, apart from letter case and accents'),
      })
      .nullable(),
  })
  .meta({ id: 'UnmappedValue' });
export type UnmappedValue = z.infer<typeof unmappedValueSchema>;

export const valueSuggestionListSchema = z
  .object({
    values: z.array(unmappedValueSchema).describe('The 100 that most products have'),
    isSampled: z.boolean().describe('More than 10,000 products have such values, and not all of them were counted'),
  })
  .meta({ id: 'ValueSuggestionList' });
export type ValueSuggestionList = z.infer<typeof valueSuggestionListSchema>;

export const listValueSuggestions = operation({
  ...forClient,
  id: 'listValueSuggestions',
  method: 'GET',
  path: `${path}/maps/{mapId}/suggestions`,
  summary: 'List the values that a value map lacks, with suggestions',
  description:
    'Values that products had when they were last evaluated, that no list of the channel allows, and that have no entry in the draft. Values of more than 80 characters are missing. Suggestions are made from up to 10 lists with up to 20,000 values together.',
  params: params.extend({ mapId: storableText(255) }),
  query: none,
  answers: { 200: { description: 'The values, most frequent first', schema: valueSuggestionListSchema } },
  problems: ['unknown-channel', 'unknown-connection', 'unknown-standard', 'unknown-mapping'],
});
