import { z } from 'zod';
import { must } from '../problems/requirement.ts';

export const none = z.object({});

/** Creates the schema of a whole number in a query string, from `min` to `max`. */
export function integerText(min: number, max: number): z.ZodType<number, string | number> {
  const sentence = must({ rule: 'whole-number', min, max });
  return z
    .union([z.string(), z.number()], sentence)
    .transform((value) => String(value))
    .pipe(
      z
        .string()
        .regex(/^-?\d{1,15}$/, sentence)
        .transform(Number)
        .pipe(z.number().min(min, sentence).max(max, sentence)),
    )
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });
}

/** Creates the schema of `true` or `false` in a query string. Ignores letter case. */
export function booleanText(): z.ZodType<boolean, string | boolean> {
  const sentence = must('true-or-false');
  return z
    .union([z.string(), z.boolean()], sentence)
    .transform((value) => String(value).toLowerCase())
    .pipe(z.enum(['true', 'false'], sentence).transform((text) => text === 'true'))
    .meta({ override: { type: 'boolean' } });
}

/**
 * Corrects two faults in the offset of a time in a query string. A plus sign that was not percent-encoded arrives as a space, and some
 * programs omit the colon. Any other text is returned unchanged.
 */
export const timeInQuery = (text: string): string =>
  text.replace(/([T\d:.]) (\d{2}:?\d{2})$/, '$1+$2').replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

/** Creates the schema of a point in time in a query string, in ISO 8601 with an offset. */
export function timeText(): z.ZodType<Date, string> {
  const sentence = must('time');
  return z
    .string(sentence)
    .transform(timeInQuery)
    .pipe(z.iso.datetime({ offset: true, error: sentence }).transform((text) => new Date(text)))
    .meta({ override: { type: 'string', format: 'date-time' } });
}

/**
 * Creates the schema of a repeatable query parameter. The parsed value is a list, even if the parameter is given only once.
 * @param maxItems maximum number of values; unlimited by default
 */
export function listOf<T extends z.ZodType>(
  item: T,
  maxItems = Infinity,
): z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]> {
  const isLimited = maxItems !== Infinity;
  const list = z
    .union([z.array(item), item.transform((one) => [one])])
    .refine((items) => items.length <= maxItems, must({ rule: 'max-items', limit: maxItems }));
  return list.meta({ override: { type: 'array', items: { type: 'string' }, ...(isLimited && { maxItems }) } });
}
