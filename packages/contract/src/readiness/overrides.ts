import { z } from 'zod';

const text = z.string().max(1_000_000);

/** A value that a user sets for a product on a channel: a string, several strings, a row, or several rows. */
export type OverrideValue = string | string[] | OverrideRow | OverrideRow[];
export interface OverrideRow {
  [child: string]: OverrideValue;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns true if a value is a valid override. The recursion is limited to 32 levels, the maximum depth of a data standard. */
function isOverride(value: unknown, depth = 0): value is OverrideValue {
  if (typeof value === 'string') return true;
  if (depth > 32) return false;
  if (Array.isArray(value))
    return value.length <= 10_000 && value.every((one) => !Array.isArray(one) && isOverride(one, depth));
  return isRecord(value) && Object.values(value).every((one) => isOverride(one, depth + 1));
}

const overrideValueSchema = z
  .custom<OverrideValue>((value) => isOverride(value))
  .meta({
    override: {
      description: 'A text, a list of texts, a row or a list of rows; rows name children as in the channel shape',
    },
  });

const valuesSchema = z.record(z.string().min(1).max(2000), overrideValueSchema.nullable());
const categorySchema = text.max(255).nullable();

export const overridesSchema = z
  .strictObject({
    values: valuesSchema.optional().describe('Top-level target → value; null removes the value'),
    category: categorySchema.optional().describe('Category of the channel; null removes it'),
    expected: z
      .strictObject({ values: valuesSchema.optional(), category: categorySchema.optional() })
      .optional()
      .describe(
        'What was set when it was read; null: nothing. If something else is set, nothing is changed and the answer is `changed-meanwhile`, with `values` and `category` as `stored`',
      ),
  })
  .meta({ id: 'Overrides' });

export const overrideListSchema = z
  .object({
    overrides: z.array(
      z.object({
        productId: z.string(),
        target: z.string().nullable().describe('null: the category'),
        value: z.unknown(),
        isOutdated: z.boolean().describe('The product has changed since'),
        actor: z.string(),
        created: z.string(),
      }),
    ),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  })
  .meta({ id: 'OverrideList' });
