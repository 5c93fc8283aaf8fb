import { parseDecimal } from '../values/decimal-text.ts';
import { ratioToDecimal } from '../values/decimal-rounding.ts';
import { Problem, shown } from '../values/problem.ts';
import { Quantity } from '../values/value.ts';
import { findUnit } from './unit.ts';
import type { Decimal } from '../values/decimal.ts';

const quantityText =
  /^([+-]?)(?:(\d+) +)?(\d+)\/(\d+) *(\S.*)?$|^([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?) *(\S.*)?$/;
const maxLength = 255;

/**
 * Reads a quantity, such as `10 g`, `10g`, `1/2 in` or `2 1/2 in`.
 * @param unitName the unit to use if the text has none
 */
export function parseQuantity(text: string, unitName?: string): Quantity | Problem {
  const trimmed = text.length <= maxLength ? text.trim() : '';
  const match = quantityText.exec(trimmed);
  if (match === null) return new Problem('not-a-quantity', { value: shown(text) });
  const [, sign, whole = '0', above, below = '1', afterRatio, decimal = '', afterDecimal] = match;
  const amount = above === undefined ? parseDecimal(decimal) : parseRatio(sign, whole, above, below);
  if (amount === undefined) return new Problem('not-a-quantity', { value: shown(text) });
  const name = afterRatio ?? afterDecimal ?? unitName;
  const unit = name === undefined ? undefined : findUnit(name);
  if (unit === undefined) return new Problem('unit-unknown', { value: shown(text) });
  return new Quantity(amount, unit);
}

function parseRatio(sign: string | undefined, whole: string, above: string, below: string): Decimal | undefined {
  const denominator = BigInt(below);
  if (denominator === 0n) return undefined;
  const numerator = BigInt(whole) * denominator + BigInt(above);
  return ratioToDecimal(sign === '-' ? -numerator : numerator, denominator);
}
