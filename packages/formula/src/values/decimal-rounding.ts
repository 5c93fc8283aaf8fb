import { Decimal, decimalOf, maxDigits, smallTenTo, tenTo } from './decimal.ts';
import type { Unit } from './unit-types.ts';

export const roundingModes = ['half-up', 'half-even', 'up', 'down', 'ceiling', 'floor'] as const;
export type RoundingMode = (typeof roundingModes)[number];

/** Number of significant digits to which a ratio is rounded. */
const significantDigits = 20;
/** Ratios of floating-point numbers below this limit and above its inverse are accurate to about 15 significant digits. */
const largestRatio = 1e300;
/** The logarithm of a ratio of floating-point numbers differs from the exact logarithm by less than this. */
const maxLogError = 1e-9;

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
  if (numerator === 0n) return new Decimal(0, 0, false, unit);
  const above = numerator < 0n ? -numerator : numerator;
  const below = denominator < 0n ? -denominator : denominator;
  const scale = significantDigits - 1 - magnitudeOf(above, below);
  const quotient = scaledQuotient(above, below, scale);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [coefficient, decimals] = withoutTrailingZeros(isNegative ? -quotient : quotient, scale);
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

/**
 * Returns the largest n for which 10^n is at most the ratio of two positive numbers. Uses floating-point numbers, unless the ratio is close
 * to a power of ten or outside their range.
 */
function magnitudeOf(above: bigint, below: bigint): number {
  const ratio = Number(above) / Number(below);
  const log = ratio > 1 / largestRatio && ratio < largestRatio ? Math.log10(ratio) : Number.NaN;
  const nearest = Math.round(log);
  if (Math.abs(log - nearest) > maxLogError) return Math.floor(log);
  const guess = Number.isNaN(log) ? above.toString().length - below.toString().length : nearest;
  return isAtLeastPower(above, below, guess) ? guess : guess - 1;
}

function isAtLeastPower(above: bigint, below: bigint, power: number): boolean {
  return power >= 0 ? above >= below * tenTo(power) : above * tenTo(-power) >= below;
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
