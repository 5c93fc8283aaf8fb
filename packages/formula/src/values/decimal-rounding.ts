import { Decimal, decimalOf, maxDigits, smallTenTo, tenTo } from './decimal.ts';
import type { Unit } from './unit-types.ts';

export const roundingModes = ['half-up', 'half-even', 'up', 'down', 'ceiling', 'floor'] as const;
export type RoundingMode = (typeof roundingModes)[number];

/** Number of significant digits to which a ratio is rounded. */
const significantDigits = 20;
/** A number with about this many digits or more is printed to count its digits. */
const maxEstimate = 60;

/**
 * Rounds exactly to a number of decimal places. Negative `digits` round to tens, hundreds and so on. `up` rounds away from zero. `half-up`
 * does so only for a tie or more than half. Returns undefined if the result has more than 1,000 digits.
 */
export function roundDecimal(value: Decimal, digits: number, mode: RoundingMode): Decimal | undefined {
  if (value.scale <= digits) return new Decimal(value.coefficient, value.scale, false, value.unit);
  if (digits < -maxDigits) return roundDecimal(value, -maxDigits, mode);
  const dropped = value.scale - digits;
  const divisor = smallTenTo(dropped);
  if (typeof value.coefficient === 'number' && divisor !== undefined && digits >= 0)
    return new Decimal(roundQuickly(value.coefficient, divisor, mode), digits, false, value.unit);
  return decimalOf(roundRatio(BigInt(value.coefficient), tenTo(dropped), mode), digits, value.unit);
}

/** Divides with 20 significant digits, half-even. The divisor must not be 0. Returns undefined if the result has more than 1,000 digits. */
export function ratioToDecimal(numerator: bigint, denominator: bigint, unit?: Unit): Decimal | undefined {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  // The quotient of numbers with p and q digits has p - q or p - q + 1 digits before the decimal point.
  let scale = significantDigits - (digitsOf(above) - digitsOf(below));
  if (above === 0n) return new Decimal(0, 0, false, unit);
  let quotient = scaledQuotient(above, below, scale);
  if (digitsOf(quotient) > significantDigits) {
    scale -= 1;
    quotient = scaledQuotient(above, below, scale);
  }
  const [coefficient, decimals] = withoutTrailingZeros(sign * quotient, scale);
  return decimalOf(coefficient, decimals, unit);
}

export function divideDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  if (typeof a.coefficient === 'number' && typeof b.coefficient === 'number' && a.scale >= b.scale) {
    const quotient = a.coefficient / b.coefficient;
    if (Number.isInteger(quotient) && quotient * b.coefficient === a.coefficient)
      return new Decimal(quotient === 0 ? 0 : quotient, a.scale - b.scale);
  }
  return ratioToDecimal(BigInt(a.coefficient) * tenTo(b.scale), BigInt(b.coefficient) * tenTo(a.scale));
}

/** Divides and rounds to a whole number. The denominator must be positive. */
function roundRatio(numerator: bigint, denominator: bigint, mode: RoundingMode): bigint {
  const quotient = numerator / denominator;
  const rest = numerator - quotient * denominator;
  if (rest === 0n) return quotient;
  const isNegative = numerator < 0n;
  const twice = (isNegative ? -rest : rest) * 2n;
  const half = twice === denominator ? 0 : twice > denominator ? 1 : -1;
  return isRoundedAway(mode, half, isNegative, quotient % 2n !== 0n) ? quotient + (isNegative ? -1n : 1n) : quotient;
}

/** Does the same as `roundRatio` for safe integers. */
function roundQuickly(numerator: number, denominator: number, mode: RoundingMode): number {
  const rest = numerator % denominator;
  const quotient = (numerator - rest) / denominator;
  if (rest === 0) return quotient === 0 ? 0 : quotient;
  const isNegative = numerator < 0;
  const half = Math.abs(rest) * 2 - denominator;
  const rounded = isRoundedAway(mode, half, isNegative, quotient % 2 !== 0)
    ? quotient + (isNegative ? -1 : 1)
    : quotient;
  return rounded === 0 ? 0 : rounded;
}

/** Returns true if the result is rounded away from zero. @param half a number with the sign of (|rest| − half of the divisor) */
function isRoundedAway(mode: RoundingMode, half: number, isNegative: boolean, isOdd: boolean): boolean {
  switch (mode) {
    case 'up':
      return true;
    case 'down':
      return false;
    case 'ceiling':
      return !isNegative;
    case 'floor':
      return isNegative;
    case 'half-up':
      return half >= 0;
    case 'half-even':
      return half > 0 || (half === 0 && isOdd);
  }
}

function scaledQuotient(above: bigint, below: bigint, scale: number): bigint {
  return scale >= 0
    ? roundRatio(above * tenTo(scale), below, 'half-even')
    : roundRatio(above, below * tenTo(-scale), 'half-even');
}

/** Returns the number of digits of a whole number. Compares the number with a power of ten, because printing the number takes longer. */
function digitsOf(positive: bigint): number {
  const estimate = Math.ceil(Math.log10(Number(positive)));
  if (!(estimate > 0 && estimate < maxEstimate)) return positive.toString().length;
  if (positive >= tenTo(estimate)) return estimate + 1;
  return positive < tenTo(estimate - 1) ? estimate - 1 : estimate;
}

function withoutTrailingZeros(coefficient: bigint, scale: number): [bigint, number] {
  let rest = coefficient;
  let decimals = scale;
  while (decimals > 0 && rest % 10n === 0n) {
    rest /= 10n;
    decimals -= 1;
  }
  return [rest, decimals];
}
