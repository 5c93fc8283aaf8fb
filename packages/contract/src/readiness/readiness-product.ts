import { z } from 'zod';
import { outcomeSchema } from '../data/product-outcome.ts';
import { problemLevelSchema } from '../standards/target-requirement.ts';

const count = z.number().int();

export const readinessProblemSchema = z
  .object({
    level: problemLevelSchema,
    code: z.string(),
    target: z.string().nullable().describe('Path of the target; null: the whole product'),
    row: count.optional().describe('Number of the row of the outermost composite, from 1'),
    explanation: z
      .string()
      .optional()
      .describe("The sentence of the standard or of the client's own rule, if there is one"),
    message: z.string().describe('The explanation, if there is one, then an English sentence'),
    params: z.record(z.string(), z.unknown()),
    uses: z
      .array(z.string())
      .optional()
      .describe(
        'Ids of the attributes that the formula of the target reads. Absent if there are none, and in lists of stored results',
      ),
  })
  .meta({ id: 'ReadinessProblem' });
export type ReadinessProblem = z.infer<typeof readinessProblemSchema>;

const counts = {
  outcome: outcomeSchema,
  categoryId: z.string().nullable().describe('Category of the channel'),
  required: count.describe('Targets that must have a value'),
  filled: count.describe('Of these, the ones that have one'),
  recommended: count,
  recommendedFilled: count,
  percentageOfRequiredAttributes: count.describe('100 if nothing is required'),
  errors: count,
  warnings: count,
  problemCount: count,
};

/** The value of one target of a product in a list. */
export const targetValueSchema = z
  .object({
    target: z.string(),
    value: z.unknown().optional().describe('In the channel shape; absent without a value'),
    problems: z.array(readinessProblemSchema).describe('The first 100 problems of the target'),
  })
  .meta({ id: 'TargetValue' });
export type TargetValue = z.infer<typeof targetValueSchema>;

/** A product in a list, with its first problems. */
export const readinessRowSchema = z
  .object({
    productId: z.string(),
    name: z.string().nullable(),
    ...counts,
    problems: z.array(readinessProblemSchema).describe('The first three'),
    values: z
      .array(targetValueSchema)
      .optional()
      .describe(
        'The requested targets that have a value or a problem, in the requested order. They are computed for this answer from the product as it is now',
      ),
  })
  .meta({ id: 'ReadinessProduct' });
export type ReadinessRow = z.infer<typeof readinessRowSchema>;

export const targetReadinessSchema = z
  .object({
    target: z.string(),
    name: z.string(),
    level: z.enum(['required', 'recommended', 'optional']),
    source: z
      .enum(['override', 'mapping', 'standard', 'empty', 'unmapped'])
      .describe('`standard`: the default formula; `empty`: deliberately empty'),
    formula: z.string().nullable(),
    attributes: z.array(z.string()).describe('Ids of the attributes that the formula reads'),
    value: z.unknown().optional().describe('In the channel shape; absent without a value'),
    override: z.unknown().optional().describe('The value that a person set for this product, as it was sent'),
    type: z.string().describe('Type of the target'),
    multiValue: z.boolean(),
    problems: z.array(readinessProblemSchema),
  })
  .meta({ id: 'TargetReadiness' });
export type TargetReadiness = z.infer<typeof targetReadinessSchema>;

/** The reason why a product has its channel category. */
export const categoryReasonSchema = z
  .object({
    from: z.enum(['override', 'rule', 'otherwise']),
    rule: z
      .object({ number: count, formula: z.string(), map: z.string().nullable() })
      .nullable()
      .describe(
        'The rule of the mapping that returned the category: its number from 1, its formula, and its value map',
      ),
  })
  .meta({ id: 'CategoryReason' });
export type CategoryReason = z.infer<typeof categoryReasonSchema>;

/** The evaluation of one product, computed when it is requested. */
export const productReadinessSchema = z
  .object({
    productId: z.string(),
    channelId: z.string(),
    rulesetNo: count,
    ...counts,
    categoryPath: z.array(z.string()).describe('Names, from the top'),
    categoryReason: categoryReasonSchema.nullable().describe('null: the product has no category'),
    categoryOverride: z.string().nullable().describe('The category that a person has set'),
    targets: z.array(targetReadinessSchema).describe('Top-level targets that apply in the category'),
    problems: z.array(readinessProblemSchema).describe('At most 100'),
    shape: z.record(z.string(), z.unknown()).describe('The product as the channel receives it'),
  })
  .meta({ id: 'ProductReadiness' });
export type ProductReadiness = z.infer<typeof productReadinessSchema>;
