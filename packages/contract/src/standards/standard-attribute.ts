import { z } from 'zod';
import { targetOutputSchema } from './target-output.ts';
import { problemLevelSchema, targetRequirementSchema } from './target-requirement.ts';
import { targetRestrictionSchema } from './target-restriction.ts';

/** The types of targets: those of master data except `datetime` and `html`, and the types `url` and `money`, which only channels have. */
export const targetTypeIds = [
  'string',
  'composite',
  'asset',
  'integer',
  'decimal',
  'fraction',
  'gtin',
  'date',
  'reference',
  'boolean',
  'url',
  'quantity',
  'money',
] as const;
export type TargetTypeId = (typeof targetTypeIds)[number];

const items = z.number().int().min(0).max(1_000_000);

export const standardAttributeSchema = z
  .looseObject({
    id: z.string().describe('1 to 255 characters'),
    name: z.string(),
    compositeAttribute: z.string().nullish().describe('Id or path of the composite that contains the target'),
    type: z.looseObject({
      id: z.enum(targetTypeIds),
      multiValue: z.boolean().optional().describe('Default false. A composite with one value is a nested object'),
    }),
    description: z.string().nullish(),
    requirement: targetRequirementSchema.optional(),
    appliesTo: z
      .enum(['all', 'linked', 'VARIANT', 'FAMILY'])
      .optional()
      .describe('`linked`: only in categories that link the target themselves or through an ancestor'),
    restriction: targetRestrictionSchema.nullish(),
    minItems: items.optional(),
    maxItems: items.optional(),
    uniqueBy: z.array(z.string()).optional().describe('Children that together are unique among the rows'),
    unique: z.boolean().optional().describe('Stored without effect'),
    units: z.array(z.string()).optional().describe('Allowed units of a quantity'),
    levels: z
      .record(z.string(), problemLevelSchema)
      .optional()
      .describe('A broken parameter can be a `warning` instead of an error'),
    output: targetOutputSchema.optional(),
    defaultFormula: z.string().max(4000).optional().describe('Used if the mapping has no entry for the target'),
    semantic: z.string().optional().describe('A well-known name such as `schema:name`, for suggestions'),
    access: z
      .enum(['HIDDEN', 'READ_ONLY', 'READ_WRITE'])
      .optional()
      .describe('`HIDDEN`: not shown, filled by `defaultFormula`. `READ_ONLY`: shown, not mappable'),
    groupIds: z.array(z.string()).nullish(),
    displaySequence: z.number().int().nullish(),
    examples: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'StandardAttribute' });
export type StandardAttribute = z.infer<typeof standardAttributeSchema>;
