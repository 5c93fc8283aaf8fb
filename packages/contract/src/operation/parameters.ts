import { z } from 'zod';
import { must } from '../problems/requirement.ts';

/** No parameters; unknown query parameters are ignored. */
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

/** Creates the schema of `true` or `false` in a query string, case-insensitive. */
export function booleanText(): z.ZodType<boolean, string | boolean> {
  const sentence = must('true-or-false');
  return z
    .union([z.string(), z.boolean()], sentence)
    .transform((value) => String(value).toLowerCase())
    .pipe(z.enum(['true', 'false'], sentence).transform((text) => text === 'true'))
    .meta({ override: { type: 'boolean' } });
}

/** Creates the schema of a point in time in a query string: ISO 8601 with offset. */
export function timeText(): z.ZodType<Date, string> {
  const sentence = must('time');
  return z
    .string(sentence)
    .pipe(z.iso.datetime({ offset: true, error: sentence }).transform((text) => new Date(text)))
    .meta({ override: { type: 'string', format: 'date-time' } });
}

/** Creates the schema of a repeatable query parameter: parses one or several values to a list. */
export function listOf<T extends z.ZodType>(item: T): z.ZodType<z.output<T>[], z.input<T> | z.input<T>[]> {
  return z
    .union([z.array(item), item.transform((one) => [one])])
    .meta({ override: { type: 'array', items: { type: 'string' } } });
}
