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

/**
 * Returns true if the comma in a number is a decimal comma. In English, the comma of `1,500` stays, so that the service refuses the number
 * instead of storing a thousandth of it.
 */
const isDecimalComma = (number: string, language: string): boolean =>
  language === 'de' || (/^[^.,]*,[^.,]*$/.test(number) && !/,\d{3}$/.test(number));

/**
 * Returns the quantity as it is stored, or '' without a number. A decimal comma becomes a point.
 * @param language the language in which the number was typed
 */
export function quantityText({ amount, unit }: QuantityParts, language = 'en'): string {
  const number = amount.replaceAll(/\s+/g, '');
  if (number === '') return '';
  return `${isDecimalComma(number, language) ? number.replace(',', '.') : number} ${unit}`;
}

/** Splits a typed or pasted number with a unit, such as `1.5 kg`. A text without one of the units gets the `chosen` unit. */
export function typedQuantity(typed: string, units: readonly string[], chosen: string): QuantityParts {
  const text = typed.trim();
  const unit = units.find((one) => text.endsWith(one) && /^[-+\d.,\s]+$/.test(text.slice(0, -one.length)));
  return unit === undefined ? { amount: typed, unit: chosen } : { amount: text.slice(0, -unit.length).trim(), unit };
}

/**
 * Returns true if the input for quantities can show a text. There must be units, and the text must be empty, have no unit yet, or have one
 * of them.
 */
export function isQuantity(text: string, units: readonly string[]): boolean {
  const { unit } = quantityParts(text);
  return units.length > 0 && (unit === '' || units.includes(unit));
}
