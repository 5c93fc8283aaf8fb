import type { TypeFault } from '@pimento/contract';
import { parseDate, parseMoment } from './calendar-date.ts';
import { decimalPlaces, parseDecimal } from './exact-decimal.ts';
import { parseFraction } from './exact-fraction.ts';
import { judgeGtin } from './gtin.ts';
import { cleanIdentifier } from '@pimento/contract/text';
import { parseAddressable } from './identifier-text.ts';
import { parseQuantity } from './exact-quantity.ts';
import type { TypedAttribute } from './structure-types.ts';

/** Judges one text by its type. @returns undefined if it is valid */
export type TypeRule = (text: string) => TypeFault | undefined;

/**
 * Returns the rule of a type for one scalar text. Returns undefined for `string`, `html` and `composite`, which have no such rule.
 * - `integer`: a decimal text whose exact value is whole (`5`, `-3`, `5.0`, `1e21`)
 * - `decimal`: `12`, `-0.5`, `.5`, `1.5e-7`; with a decimal point, without blanks or digit grouping
 * - `fraction`: `1/3`, mixed `2 1/2`, or a plain number `3`, `0.75`
 * - `gtin`: 8, 12, 13 or 14 digits with the right check digit
 * - `date`: `2026-01-31`, or a date-time with offset `2026-01-31T12:00:00Z`
 * - `boolean`: `true` or `false`, in this spelling only, so that each value has only one text
 * - `datetime`: a date-time with offset `2026-01-31T12:00:00Z`
 * - `reference`: a text that is valid as the id of a product
 * - `asset`: any text that is not empty after cleaning
 * - `quantity`: a number, a space and one of the units of the attribute, such as `1.5 kg`
 * - `html`: any text; unsafe parts are left out when the text is shown
 */
export function typeRule({ typeId, units }: TypedAttribute): TypeRule | undefined {
  switch (typeId) {
    case 'string':
    case 'html':
    case 'composite':
      return undefined;
    case 'integer':
      return judgeInteger;
    case 'decimal':
      return refuse('not-a-decimal', (text) => parseDecimal(text) !== undefined);
    case 'fraction':
      return refuse('not-a-fraction', (text) => parseFraction(text) !== undefined);
    case 'gtin':
      return judgeGtinText;
    case 'date':
      return refuse('not-a-date', (text) => parseDate(text) !== undefined);
    case 'boolean':
      return refuse('not-a-boolean', (text) => text === 'true' || text === 'false');
    case 'datetime':
      return refuse('not-a-datetime', (text) => parseMoment(text) !== undefined);
    case 'quantity': {
      const known = new Set(units);
      return refuse('not-a-quantity', (text) => known.has(parseQuantity(text)?.unit ?? ''));
    }
    case 'reference':
      return refuse('not-a-reference', (text) => 'text' in parseAddressable(text));
    case 'asset':
      return refuse('empty-asset', (text) => cleanIdentifier(text) !== '');
  }
}

function refuse(fault: TypeFault, fits: (text: string) => boolean): TypeRule {
  return (text) => (fits(text) ? undefined : fault);
}

function judgeInteger(text: string): TypeFault | undefined {
  const decimal = parseDecimal(text);
  return decimal !== undefined && decimalPlaces(decimal) === 0 ? undefined : 'not-an-integer';
}

function judgeGtinText(text: string): TypeFault | undefined {
  const fault = judgeGtin(text);
  if (fault === undefined) return undefined;
  return fault === 'shape' ? 'not-a-gtin' : 'wrong-check-digit';
}
