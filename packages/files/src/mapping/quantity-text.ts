import { decimalText } from './decimal-text.ts';

/** The type of numbers with units. */
export const quantityType = 'quantity';

/** Maximum number of characters of a quantity. A longer text is not a quantity. */
const maxLength = 200;
const parts = /^\s*\+?(-?\d(?:[\d.,' \u00a0\u202f\u2019]*\d)?)\s*(\D.*)?$/s;
const exponent = /^[eE][+-]?\d/;

/** Splits a quantity into the text of its number and its unit, which may be missing. Returns undefined for other texts. */
function splitQuantity(text: string): { number: string; unit: string | undefined } | undefined {
  const [, number, unit] = (text.length > maxLength ? null : parts.exec(text)) ?? [];
  if (number === undefined || (unit !== undefined && exponent.test(unit))) return undefined;
  return { number, unit: unit?.trim() || undefined };
}

/** Returns the number of a quantity as it is written, or the whole text if it is not a quantity. */
export const numberOf = (text: string): string => splitQuantity(text)?.number ?? text;

/** Checks whether a text is a quantity with a unit of its own and without a comma. Its point is then the decimal point of the service. */
export function isPointQuantity(text: string): boolean {
  const split = splitQuantity(text);
  return split?.unit !== undefined && !split.number.includes(',');
}

/**
 * Returns a quantity in the form that the service accepts, such as `1.5 kg`. A value without a unit gets the given one. A text that cannot
 * be read stays unchanged, because the service names the allowed units when it rejects it.
 * @param unit unit of the column
 */
export function quantityText(text: string, decimal: '.' | ',', unit: string | undefined): string {
  const split = splitQuantity(text);
  const number = split && decimalText(split.number, decimal);
  const ownUnit = split?.unit ?? unit;
  return number === undefined ? text : ownUnit === undefined ? number : `${number} ${ownUnit}`;
}

/**
 * Finds the unit of an attribute that equals a text in any letter case. An exact match takes precedence. Returns undefined if there is
 * none, or if several units differ from the text in case only, such as mW and MW.
 */
export function findOwnUnit(units: readonly string[] | undefined, written: string): string | undefined {
  const text = written.trim();
  if (units?.includes(text) === true) return text;
  const [unit, ...others] = units?.filter((own) => own.toLowerCase() === text.toLowerCase()) ?? [];
  return others.length === 0 ? unit : undefined;
}

/**
 * Returns the unit of the values in a column that have no unit of their own. A cell in the row of units takes precedence. If this cell
 * names a unit that the attribute does not have, the result is undefined, because any other unit would change the values.
 * @param written the column's cell in the row of units, '' if there is none
 * @param otherUnit the unit of a column without such a cell
 */
export const columnUnit = (
  units: readonly string[] | undefined,
  written: string,
  otherUnit: string | undefined,
): string | undefined => (written === '' ? otherUnit : findOwnUnit(units, written));
