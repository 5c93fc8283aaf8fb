import { z } from 'zod';
import { operation } from '../operation/operation.ts';
import { storableText } from '../operation/storable-text.ts';
import { forClient, params, path } from './mapping-parts.ts';

export const suggestionReasons = ['semantic', 'other-channel', 'name', 'type'] as const;

const suggestionSchema = z
  .object({
    attribute: z.string().describe('Id of an attribute, or a reserved field'),
    formula: z.string(),
    score: z.number().int().describe('0 to 100'),
    isClear: z.boolean().describe('The score is above 85, and no other attribute comes close'),
    reasons: z
      .array(z.enum(suggestionReasons))
      .describe(
        '`semantic`: the well-known name of the target; `other-channel`: mapped to this target on another channel',
      ),
  })
  .meta({ id: 'MappingSuggestion' });
export type MappingSuggestion = z.infer<typeof suggestionSchema>;

export const mappingSuggestionListSchema = z
  .object({
    standardVersion: z.number().int(),
    targets: z.array(
      z.object({
        target: z.string(),
        name: z.string(),
        suggestions: z.array(suggestionSchema).describe('The best three'),
      }),
    ),
  })
  .meta({ id: 'MappingSuggestionList' });
export type MappingSuggestionList = z.infer<typeof mappingSuggestionListSchema>;

export const listMappingSuggestions = operation({
  ...forClient,
  id: 'listMappingSuggestions',
  method: 'GET',
  path: `${path}/suggestions`,
  summary: 'Suggest attributes for targets that are not mapped',
  description:
    'By names in English and German, well-known names, types, and the mappings of other channels. Nothing is stored, and no other service is asked. At most 300 targets, required ones first.',
  params,
  query: z.object({
    target: storableText(2000).optional().describe('Only this top-level target, even if it is mapped'),
  }),
  answers: { 200: { description: 'Targets with suggestions', schema: mappingSuggestionListSchema } },
  problems: ['unknown-channel', 'unknown-standard'],
});
