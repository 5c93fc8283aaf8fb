import type { Decimal } from '../values/decimal.ts';
import { parseDecimal } from '../values/decimal-text.ts';
import { ratioToDecimal } from '../values/decimal-rounding.ts';

const maxLength = 255;
const fractionText = /^([+-]?)(?:(\d+) )?(\d+)\/(\d+)$/;

/** Reads a stored fraction, such as `1/3`, `2 1/2` or `0.75`. A ratio becomes a number of up to 20 significant digits. */
export function parseFraction(text: string): Decimal | undefined {
  if (text.length > maxLength) return undefined;
  const match = fractionText.exec(text);
  if (match === null) return parseDecimal(text);
  const [, sign, whole = '0', above = '', below = ''] = match;
  const denominator = BigInt(below);
  if (denominator === 0n) return undefined;
  const numerator = BigInt(whole) * denominator + BigInt(above);
  return ratioToDecimal(sign === '-' ? -numerator : numerator, denominator);
}
