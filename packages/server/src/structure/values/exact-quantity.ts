import { findUnit, type Unit } from '@pimento/formula/units';

/** A number with its unit as it is written. The number is `coefficient` × 10^-`decimals`. */
interface WrittenQuantity {
  coefficient: bigint;
  decimals: number;
  unit: string;
}

/** An amount in the base unit of its dimension, without rounding, as numerator / denominator. The denominator is positive. */
export interface ExactQuantity {
  numerator: bigint;
  denominator: bigint;
}

/** Maximum number of units that a problem contains. The message shows one fewer, and "…" if there are more. */
const maxNamedUnits = 11;
/** Maximum number of characters of a text that are examined to explain its fault. A quantity has fewer characters. */
const maxExplained = 200;
/** A number, a space and a unit. The number has no exponent and no plus sign, so that `quantity_number` can convert it exactly. */
const quantityText = /^(-?\d{1,60})(?:\.(\d{1,60}))? (.+)$/;

/** Parses a number, one space and a unit, such as `1.5 kg`. Any unit is accepted. @returns undefined for any other text */
export function parseQuantity(text: string): WrittenQuantity | undefined {
  const [, whole, fraction = '', unit] = quantityText.exec(text) ?? [];
  if (whole === undefined || unit === undefined) return undefined;
  // together, because the sign of "-0.5" would be lost in its whole part
  return { coefficient: BigInt(whole + fraction), decimals: fraction.length, unit };
}

/** The number, white space and unit of a text that should be a quantity. The number may be written in any way. */
const attempt = /^([^\p{L}%°]*\d)?(\s*)(.*)$/su;

/** The reason why a text is not a quantity with an allowed unit, with the first of the allowed units. */
interface QuantityFault {
  fault: 'number' | 'space' | 'unit-missing' | 'unit-unknown';
  units: string[];
}

/** Explains a text that is not a quantity with one of the given units. */
export function quantityFault(text: string, units: readonly string[]): QuantityFault {
  const fault = (): QuantityFault['fault'] => {
    const parsed = parseQuantity(text);
    if (parsed !== undefined) return parsed.unit === parsed.unit.trim() ? 'unit-unknown' : 'space';
    const [, number, space, unit] = attempt.exec(text.slice(0, maxExplained)) ?? [];
    if (number === undefined || parseQuantity(`${number} x`) === undefined) return 'number';
    if (unit === '') return 'unit-missing';
    return space === ' ' ? 'unit-unknown' : 'space';
  };
  return { fault: fault(), units: units.slice(0, maxNamedUnits) };
}

/** Returns the amount of a quantity if its unit is one of the given ones, otherwise undefined. */
export function sizeOf(text: string, units: readonly string[]): ExactQuantity | undefined {
  const written = parseQuantity(text);
  const unit = written && units.includes(written.unit) ? findUnit(written.unit) : undefined;
  if (written === undefined || unit === undefined) return undefined;
  const power = 10n ** BigInt(written.decimals);
  const { factor, addend, divisor } = conversionOf(unit);
  return { numerator: written.coefficient * factor + addend * power, denominator: divisor * power };
}

/** Returns -1, 0 or 1 if `a` is less than, equal to or greater than `b`. */
export function compareQuantities(a: ExactQuantity, b: ExactQuantity): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The amount in the base unit is (number × factor + addend) / divisor. All three are whole numbers. */
function conversionOf({ numerator, denominator, offset }: Unit): { factor: bigint; addend: bigint; divisor: bigint } {
  return {
    factor: numerator * offset.denominator,
    addend: numerator * offset.numerator,
    divisor: denominator * offset.denominator,
  };
}

/** Unit → [factor, addend, divisor] as decimal texts, for the function `quantity_number` of the database. */
export type UnitScales = Record<string, [factor: string, addend: string, divisor: string]>;

/** Returns how the numbers of each unit become amounts that can be compared. Unknown units are left out. */
export function unitScales(units: readonly string[]): UnitScales {
  return Object.fromEntries(
    units.flatMap((name) => {
      const unit = findUnit(name);
      return unit === undefined ? [] : [[name, scaleOf(unit)]];
    }),
  );
}

/** Maximum number of decimal places of a factor. The longest factors of the known units have fewer than 30. */
const maxPlaces = 40;

/** The divisor is 1 if factor and addend are finite decimals, because a division rounds. */
function scaleOf(unit: Unit): UnitScales[string] {
  const { factor, addend, divisor } = conversionOf(unit);
  const power = 10n ** BigInt(maxPlaces);
  if (power % divisor !== 0n) return [String(factor), String(addend), String(divisor)];
  const decimal = (whole: bigint) => `${(whole * power) / divisor}e-${maxPlaces}`;
  return [decimal(factor), decimal(addend), '1'];
}

/** The reason why the units of a quantity cannot be used. */
export type UnitFault =
  | { kind: 'units-missing' }
  | { kind: 'unit-unknown'; unit: string }
  | { kind: 'units-differ'; unit: string; other: string };

/** Judges the units of a quantity: all must be known, and convertible into each other. @returns undefined if they are */
export function judgeUnits(units: readonly string[] | null): UnitFault | undefined {
  const [first, ...others] = units ?? [];
  if (first === undefined) return { kind: 'units-missing' };
  const known = (unit: string) => (unit === unit.trim() ? findUnit(unit) : undefined);
  const unknown = [first, ...others].find((unit) => known(unit) === undefined);
  if (unknown !== undefined) return { kind: 'unit-unknown', unit: unknown };
  const different = others.find((unit) => known(unit)?.dimension !== known(first)?.dimension);
  return different === undefined ? undefined : { kind: 'units-differ', unit: different, other: first };
}

/**
 * Reads a limit of a filter. A number without a unit gets the unit of the attribute if there is only one. Accepts any name of a unit that
 * can be converted to the units of the attribute.
 * @returns undefined for any other text
 */
export function readQuantityBound(text: string, units: readonly string[]): string | undefined {
  const whole = units.length === 1 && /^-?[\d.]+$/.test(text) ? `${text} ${units[0]}` : text.replace(/ +/, ' ');
  const unit = parseQuantity(whole)?.unit;
  return unit !== undefined && judgeUnits([unit, ...units]) === undefined ? whole : undefined;
}
