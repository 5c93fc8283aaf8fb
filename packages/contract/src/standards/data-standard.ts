import { z } from 'zod';
import { standardAttributeSchema } from './standard-attribute.ts';
import { standardCategorySchema } from './standard-category.ts';
import { standardRuleSchema } from './standard-rule.ts';
import { valueListSchema } from './value-list.ts';

export const standardFormat = 'pimento-standard/1';

/**
 * Maximum number of items of each kind in a data standard. `values` applies to all value lists together. `levels` is the maximum depth of
 * targets and of categories.
 */
export const standardLimits = {
  attributes: 20_000,
  levels: 32,
  categories: 100_000,
  valueLists: 20_000,
  values: 2_000_000,
  rules: 5_000,
} as const;

const named = z.looseObject({ id: z.string().min(1).max(255), name: z.string().optional() });

/** The properties of a data standard, without its attributes, value lists, categories and rules. */
export const standardHeadSchema = z
  .looseObject({
    format: z.literal(standardFormat),
    name: z.string().min(1).max(255),
    release: z.string().max(255).optional(),
    language: z.string().max(35).optional().describe('Language of names and labels, such as `en`'),
    source: z.string().max(2048).optional(),
    license: z.string().max(255).optional(),
    enforcement: z
      .enum(['strict', 'advisory'])
      .optional()
      .describe(
        '`strict` (default): only submittable products should be submitted. `advisory`: problems are only reported. Stored; submissions do not depend on it yet',
      ),
    deliver: z
      .enum(['import', 'channel'])
      .optional()
      .describe('Shape of the pages of submissions for adapters that request none; default `import`'),
    purposes: z.array(named).max(100).optional(),
    primaryAttributes: z
      .looseObject({ id: z.string().optional(), name: z.string().optional(), asset: z.string().optional() })
      .optional()
      .describe('Targets that identify, name and show a product'),
    unitsOfMeasure: z
      .record(z.string(), z.looseObject({ name: z.string().optional(), rec20: z.string().optional() }))
      .optional()
      .describe('Names of units in this standard; `rec20` is the code of UN/ECE Recommendation 20'),
    attributeGroups: z.array(named).max(10_000).optional(),
    effectiveFrom: z.iso.datetime({ offset: true }).nullish().describe('A time in the future is refused'),
  })
  .meta({ id: 'DataStandardHead' });
export type StandardHead = z.infer<typeof standardHeadSchema>;

export const dataStandardSchema = standardHeadSchema
  .extend({
    valueLists: z.array(valueListSchema).optional(),
    attributes: z.array(standardAttributeSchema).optional(),
    categories: z.array(standardCategorySchema).optional(),
    rules: z.array(standardRuleSchema).optional(),
  })
  .meta({ id: 'DataStandard' });
export type DataStandard = z.infer<typeof dataStandardSchema>;

/** Properties of the JSON document that contain the items of the data standard. */
export const standardItemMembers = ['attributes', 'categories', 'rules', 'valueLists'] as const;

/** Kinds of the lines that follow the head of a data standard in NDJSON. */
export const standardItemKinds = ['attribute', 'value-list', 'value', 'category', 'rule'] as const;
export type StandardItemKind = (typeof standardItemKinds)[number];
