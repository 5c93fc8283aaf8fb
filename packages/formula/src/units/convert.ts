import { commonDivisor, type Decimal, decimalOf, multiplyDecimals, tenTo, withUnit } from '../values/decimal.ts';
import { ratioToDecimal } from '../values/decimal-rounding.ts';
import { Problem } from '../values/problem.ts';
import type { Unit } from '../values/unit-types.ts';

/** A conversion between two units: value × numerator / denominator + offset / denominator. */
interface Factor {
  numerator: bigint;
  denominator: bigint;
  offset: bigint;
  /** The factor as a finite decimal number, or undefined if the factor has no such form or if there is an offset. */
  decimal: Decimal | undefined;
}

const factors = new Map<Unit, Map<Unit, Factor>>();

/** Converts an amount to the unit `to`. The result is exact if the factor is a finite decimal, otherwise it has 20 significant digits. */
export function convertUnit(amount: Decimal, from: Unit, to: Unit): Decimal | Problem {
  if (from === to) return withUnit(amount, to);
  if (from.dimension !== to.dimension) return new Problem('units-differ', { from: from.symbol, to: to.symbol });
  const factor = factorOf(from, to);
  const converted =
    factor.decimal === undefined ? convertByRatio(amount, factor, to) : multiplyDecimals(amount, factor.decimal);
  return converted === undefined ? new Problem('too-much-work', { limit: 'digits' }) : withUnit(converted, to);
}

function convertByRatio(amount: Decimal, { numerator, denominator, offset }: Factor, to: Unit): Decimal | undefined {
  const power = tenTo(amount.scale);
  const product = BigInt(amount.coefficient) * numerator;
  return ratioToDecimal(offset === 0n ? product : product + offset * power, denominator * power, to);
}

function factorOf(from: Unit, to: Unit): Factor {
  const known = factors.get(from)?.get(to);
  if (known !== undefined) return known;
  const factor = createFactor(from, to);
  const ofUnit = factors.get(from) ?? new Map<Unit, Factor>();
  factors.set(from, ofUnit.set(to, factor));
  return factor;
}

/** Creates the conversion (value + offset of `from`) × from / to − offset of `to`, with one reduced denominator. */
function createFactor(from: Unit, to: Unit): Factor {
  const above = from.numerator * to.denominator;
  const below = from.denominator * to.numerator;
  const denominator = below * from.offset.denominator * to.offset.denominator;
  const numerator = above * from.offset.denominator * to.offset.denominator;
  const offset =
    above * from.offset.numerator * to.offset.denominator - below * from.offset.denominator * to.offset.numerator;
  const divisor = commonDivisor(commonDivisor(numerator, denominator), offset);
  const reduced = { numerator: numerator / divisor, denominator: denominator / divisor, offset: offset / divisor };
  return { ...reduced, decimal: offset === 0n ? endingDecimal(reduced.numerator, reduced.denominator) : undefined };
}

/** Returns a ratio as a decimal number, or undefined if it has no finite decimal form. */
function endingDecimal(numerator: bigint, denominator: bigint): Decimal | undefined {
  // A denominator of d bits divides 10^d if its only prime factors are 2 and 5.
  const scale = denominator.toString(2).length;
  const power = tenTo(scale);
  if (power % denominator !== 0n) return undefined;
  let [coefficient, decimals] = [numerator * (power / denominator), scale];
  while (decimals > 0 && coefficient % 10n === 0n) {
    coefficient /= 10n;
    decimals -= 1;
  }
  return decimalOf(coefficient, decimals);
}
