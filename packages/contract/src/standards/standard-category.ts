import { z } from 'zod';
import { problemLevelSchema, targetRequirementSchema } from './target-requirement.ts';
import { targetRestrictionSchema } from './target-restriction.ts';

const attributeLinkSchema = z
  .looseObject({
    id: z.string().describe('Id or path of a target'),
    requirement: targetRequirementSchema.optional(),
    optional: z.boolean().optional().describe('False: required'),
    initRequired: z.boolean().optional().describe('True: required'),
    restriction: targetRestrictionSchema.nullish(),
    minItems: z.number().int().min(0).optional(),
    maxItems: z.number().int().min(0).optional(),
    levels: z.record(z.string(), problemLevelSchema).optional(),
  })
  .meta({ id: 'AttributeLink' });
export type AttributeLink = z.infer<typeof attributeLinkSchema>;

export const standardCategorySchema = z
  .looseObject({
    id: z.string().min(1).max(255),
    name: z.string(),
    parentId: z.string().nullish(),
    leaf: z.boolean().optional().describe('If any category has `leaf: true`, only such categories can be assigned'),
    attributeLinks: z
      .array(attributeLinkSchema)
      .optional()
      .describe('For the category and its descendants; the nearest link wins, member by member'),
  })
  .meta({ id: 'StandardCategory' });
export type StandardCategory = z.infer<typeof standardCategorySchema>;
