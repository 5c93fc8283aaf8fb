import { parseDate } from './calendar-date.ts';
import { decimalPlaces, parseDecimal } from './exact-decimal.ts';
import { parseFraction } from './exact-fraction.ts';
import { judgeGtin } from './gtin.ts';
import { maxIdentifierLength, readIdentifier } from './identifier-text.ts';
import type { AttributeTypeId } from './structure-types.ts';

/** What a rule says about a text: nothing, or a stable code and the end of a sentence that starts with the value. */
export type TextRule = (text: string) => { code: string; breach: string } | undefined;

/**
 * The rule that a type alone sets for one scalar text; undefined where any text is right.
 * - `integer`: a decimal text whose exact value is whole (`5`, `-3`, `5.0`, `1e21`)
 * - `decimal`: `12`, `-0.5`, `.5`, `1.5e-7`; the point is the decimal sign, no blanks, no grouping
 * - `fraction`: `1/3`, mixed `2 1/2`, or a plain number `3`, `0.75`
 * - `gtin`: 8, 12, 13 or 14 digits with the right check digit
 * - `date`: `2026-01-31`, or a date-time with offset `2026-01-31T12:00:00Z`
 * - `reference`: a text that can be a product id
 * - `asset`: any text but the empty one
 */
export function typeRule(typeId: AttributeTypeId): TextRule | undefined {
  switch (typeId) {
    case 'string':
    case 'composite':
      return undefined;
    case 'integer':
      return judgeInteger;
    case 'decimal':
      return refuse(
        'not-a-decimal',
        'is not a decimal number such as 12 or -0.5',
        (text) => parseDecimal(text) !== undefined,
      );
    case 'fraction':
      return refuse(
        'not-a-fraction',
        'is not a fraction such as 1/3, 2 1/2 or 0.75',
        (text) => parseFraction(text) !== undefined,
      );
    case 'gtin':
      return judgeGtinText;
    case 'date':
      return refuse(
        'not-a-date',
        'is not a calendar date such as 2026-01-31, nor a date-time with offset such as 2026-01-31T12:00:00Z',
        (text) => parseDate(text) !== undefined,
      );
    case 'reference':
      return refuse(
        'not-a-reference',
        `cannot be a product id (1 to ${maxIdentifierLength} characters, no control characters)`,
        (text) => 'text' in readIdentifier(text),
      );
    case 'asset':
      return refuse('empty-asset', 'names no asset: an asset id or an address is expected', (text) => text !== '');
  }
}

function refuse(code: string, breach: string, fits: (text: string) => boolean): TextRule {
  const refusal = { code, breach };
  return (text) => (fits(text) ? undefined : refusal);
}

function judgeInteger(text: string): ReturnType<TextRule> {
  const decimal = parseDecimal(text);
  if (decimal !== undefined && decimalPlaces(decimal) === 0) return undefined;
  return { code: 'not-an-integer', breach: 'is not a whole number' };
}

function judgeGtinText(text: string): ReturnType<TextRule> {
  const fault = judgeGtin(text);
  if (fault === undefined) return undefined;
  if (fault === 'shape') return { code: 'not-a-gtin', breach: 'is not a GTIN of 8, 12, 13 or 14 digits' };
  return { code: 'wrong-check-digit', breach: 'is not a GTIN: its check digit is wrong' };
}
