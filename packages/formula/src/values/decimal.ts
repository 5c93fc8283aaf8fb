import type { Unit } from './unit-types.ts';

/**
 * Maximum number of digits of a number, and of digits after its decimal point. Larger results are refused, because computing them would
 * take too long.
 */
export const maxDigits = 1_000;

/**
 * An exact number: coefficient / 10^scale, with a scale from 0 to 1,000. The coefficient is a `number` while it is a safe integer, which is
 * about ten times as fast. Otherwise, it is a `bigint`.
 */
export class Decimal {
  readonly coefficient: number | bigint;
  readonly scale: number;
  /** True for a number that was stored, which keeps its trailing zeros when it is printed. Computed numbers have none. */
  readonly isStored: boolean;
  readonly unit: Unit | undefined;
  /** The stored text, if printing the number returns the same text. Most numbers are printed as they were stored. */
  readonly text: string | undefined;

  constructor(coefficient: number | bigint, scale: number, isStored = false, unit?: Unit, text?: string) {
    this.coefficient = coefficient;
    this.scale = scale;
    this.isStored = isStored;
    this.unit = unit;
    this.text = text;
  }
}

const largest = BigInt(Number.MAX_SAFE_INTEGER);
const limit = 10n ** BigInt(maxDigits);
const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);

/** The powers of ten that most numbers need. Computing a power takes five times as long as looking it up. */
const bigPowers = Array.from({ length: 64 }, (_, power) => 10n ** BigInt(power));

export function tenTo(power: number): bigint {
  return bigPowers[power] ?? 10n ** BigInt(power);
}

/** Returns the greatest common divisor of two whole numbers, at least one of which must not be 0. */
export function commonDivisor(a: bigint, b: bigint): bigint {
  let [greater, less] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (less !== 0n) [greater, less] = [less, greater % less];
  return greater;
}

/** Returns 10^power if it is a safe integer, otherwise undefined. */
export function smallTenTo(power: number): number | undefined {
  return powers[power];
}

/**
 * Creates a computed number. A negative scale multiplies the coefficient by a power of ten. Returns undefined if the number has more than
 * 1,000 digits.
 */
export function decimalOf(coefficient: bigint, scale: number, unit?: Unit): Decimal | undefined {
  if (scale < 0) {
    if (-scale > maxDigits && coefficient !== 0n) return undefined;
    return decimalOf(coefficient === 0n ? 0n : coefficient * tenTo(-scale), 0, unit);
  }
  if (scale > maxDigits || coefficient >= limit || coefficient <= -limit) return undefined;
  if (coefficient <= largest && coefficient >= -largest) return new Decimal(Number(coefficient), scale, false, unit);
  return new Decimal(coefficient, scale, false, unit);
}

/** Creates a number from a safe integer. */
export function wholeNumber(value: number): Decimal {
  return new Decimal(value, 0);
}

/** Returns the number as a computed number, which is printed without trailing zeros. */
export function asComputed(decimal: Decimal): Decimal {
  return decimal.isStored ? new Decimal(decimal.coefficient, decimal.scale, false, decimal.unit) : decimal;
}

export function withUnit(decimal: Decimal, unit: Unit | undefined): Decimal {
  if (decimal.unit === unit) return decimal;
  const { coefficient, scale, isStored, text } = decimal;
  return new Decimal(coefficient, scale, isStored, unit, text);
}

export function addDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  if (a.scale === b.scale && typeof a.coefficient === 'number' && typeof b.coefficient === 'number') {
    const sum = a.coefficient + b.coefficient;
    if (Number.isSafeInteger(sum)) return new Decimal(sum, a.scale);
  }
  const scale = Math.max(a.scale, b.scale);
  return decimalOf(scaled(a, scale) + scaled(b, scale), scale);
}

export function negateDecimal(a: Decimal): Decimal {
  // Without the comparison, the result for 0 would be -0, which prints differently.
  return new Decimal(a.coefficient === 0 ? 0 : -a.coefficient, a.scale, false, a.unit);
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  return addDecimals(a, negateDecimal(b));
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal | undefined {
  const scale = a.scale + b.scale;
  if (typeof a.coefficient === 'number' && typeof b.coefficient === 'number' && scale <= maxDigits) {
    const product = a.coefficient * b.coefficient;
    if (Number.isSafeInteger(product)) return new Decimal(product === 0 ? 0 : product, scale);
  }
  const product = BigInt(a.coefficient) * BigInt(b.coefficient);
  return scale <= maxDigits ? decimalOf(product, scale) : trimmedDecimal(product, scale);
}

/** Returns a negative number, 0 or a positive number if `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (typeof a.coefficient === 'number' && typeof b.coefficient === 'number') {
    if (a.scale === b.scale) return a.coefficient - b.coefficient;
    const signs = Math.sign(a.coefficient) - Math.sign(b.coefficient);
    if (signs !== 0) return signs;
  }
  const scale = Math.max(a.scale, b.scale);
  const difference = scaled(a, scale) - scaled(b, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function signOf(a: Decimal): number {
  if (typeof a.coefficient === 'number') return Math.sign(a.coefficient);
  return a.coefficient < 0n ? -1 : 1;
}

/** Returns the number as a JavaScript integer, or undefined if it is not a whole number in the range of safe integers. */
export function integerOf(a: Decimal): number | undefined {
  if (typeof a.coefficient === 'number') {
    if (a.scale === 0) return a.coefficient;
    if (a.scale < powers.length) {
      const whole = a.coefficient / (powers[a.scale] ?? 1);
      return Number.isInteger(whole) && whole * (powers[a.scale] ?? 1) === a.coefficient ? whole : undefined;
    }
  }
  const divisor = tenTo(a.scale);
  const coefficient = BigInt(a.coefficient);
  const whole = coefficient / divisor;
  if (whole * divisor !== coefficient || whole > largest || whole < -largest) return undefined;
  return Number(whole);
}

function scaled(a: Decimal, scale: number): bigint {
  const coefficient = BigInt(a.coefficient);
  return a.scale === scale ? coefficient : coefficient * tenTo(scale - a.scale);
}

/**
 * Removes trailing zeros from the result of a multiplication that has too many decimal places. Returns undefined if too many remain.
 */
function trimmedDecimal(coefficient: bigint, scale: number): Decimal | undefined {
  if (coefficient === 0n) return wholeNumber(0);
  let rest = coefficient;
  let decimals = scale;
  while (decimals > maxDigits && rest % 10n === 0n) {
    rest /= 10n;
    decimals -= 1;
  }
  return decimalOf(rest, decimals);
}
