import { z } from 'zod';
import { houseRuleSchema, mappingEntrySchema } from './mapping-entry.ts';
import { lookupTableSchema, mappingLimits, valueMapSchema } from './mapping-lookup.ts';

export const mappingFormat = 'pimento-mapping/1';

export const categoryRuleSchema = z.union([
  z.strictObject({ when: z.string().max(4000), category: z.string() }),
  z.strictObject({ map: z.string(), from: z.string().max(4000).describe('Formula') }),
]);
export type CategoryRule = z.infer<typeof categoryRuleSchema>;

export const categoryRulesSchema = z.strictObject({
  rules: z.array(categoryRuleSchema).max(1000).optional().describe('The first that returns a category wins'),
  otherwise: z.string().nullish(),
});
export type CategoryRules = z.infer<typeof categoryRulesSchema>;

const id = z.string().min(1).max(255);

export const mappingSchema = z
  .strictObject({
    format: z.literal(mappingFormat),
    channelId: z.string().optional().describe('Informative: the channel of the address applies'),
    standardVersion: z.number().int().nullish().describe('Informative'),
    purposes: z.array(z.string()).max(100).optional().describe('Without it, all purposes apply'),
    category: categoryRulesSchema.optional(),
    targets: z.array(mappingEntrySchema).max(mappingLimits.targets).optional(),
    maps: z.record(id, valueMapSchema).optional(),
    tables: z.record(id, lookupTableSchema).optional(),
    require: z.array(houseRuleSchema).max(mappingLimits.targets).optional(),
  })
  .meta({ id: 'Mapping' });
export type Mapping = z.infer<typeof mappingSchema>;
