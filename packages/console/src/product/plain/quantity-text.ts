/** A number with its unit, such as `1.5 kg`. Either part may be ''. */
export interface QuantityParts {
  amount: string;
  unit: string;
}

/** Splits a quantity at its first space, because units such as `oz t` have spaces and numbers have none. */
export function quantityParts(text: string): QuantityParts {
  const space = text.indexOf(' ');
  return space === -1 ? { amount: text, unit: '' } : { amount: text.slice(0, space), unit: text.slice(space + 1) };
}

/** Returns the quantity as it is stored, or '' without a number. A decimal comma becomes a point. */
export function quantityText({ amount, unit }: QuantityParts): string {
  const number = amount.replaceAll(/\s+/g, '').replace(',', '.');
  return number === '' ? '' : `${number} ${unit}`;
}

/** Returns true if the input for quantities can show a text: it is empty, has no unit yet, or has one of the units. */
export function isQuantity(text: string, units: readonly string[]): boolean {
  const { unit } = quantityParts(text);
  return units.length > 0 && (unit === '' || units.includes(unit));
}
