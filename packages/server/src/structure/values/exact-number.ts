import { compareDecimals, type ExactDecimal, parseDecimal } from './exact-decimal.ts';
import { parseFraction } from './exact-fraction.ts';

/** Minimum number of digits to which fractions are computed for comparison, as in the SQL function `exact_order_number`. */
const fractionDigits = 40;

/**
 * Parses a decimal number or a fraction, such as `10.50`, `1e-7`, `1/3` or `2 1/2`, so that both can be compared.
 * @returns undefined for other texts
 */
export function parseNumber(text: string): ExactDecimal | undefined {
  const decimal = parseDecimal(text);
  if (decimal !== undefined) return decimal;
  const fraction = parseFraction(text);
  if (fraction === undefined) return undefined;
  const { numerator, denominator } = fraction;
  const places = fractionDigits + denominator.toString().length;
  return parseDecimal(`${(numerator * 10n ** BigInt(places)) / denominator}e-${places}`);
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export const compareNumbers = compareDecimals;
