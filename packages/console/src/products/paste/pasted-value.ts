import type { AttributeDefinition } from '@pimento/contract';
import { dateText, decimalText } from '@pimento/files/browser';
import { allowedValues } from '../../session/labels/allowed-values.ts';
import { typeOf, valueText, type ValueWords } from '../../session/labels/value-text.ts';
import { storedNumber, storedQuantity, unclearNumber } from './pasted-number.ts';

const numbers = new Set(['integer', 'decimal', 'fraction', 'quantity']);
/** Returns the allowed value of which the text is the value or the label; undefined if there is not exactly one. */
function chosenValue(text: string, definition: AttributeDefinition, words: ValueWords): string | undefined {
  const values =
    typeOf(definition) === 'boolean' ? ['true', 'false'] : allowedValues(definition).map(({ value }) => value);
  if (values.includes(text)) return text;
  const wanted = text.toLowerCase();
  const found = values.filter((value) =>
    [value, valueText(value, definition, words)].some((one) => one.toLowerCase() === wanted),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Converts one text to the form that the service stores. A text that fits no form stays unchanged, and the service refuses it. */
function storedText(
  text: string,
  definition: AttributeDefinition | undefined,
  words: ValueWords,
): string | typeof unclearNumber {
  const bare = text.trim();
  const chosen = definition && chosenValue(bare, definition, words);
  if (chosen !== undefined) return chosen;
  const type = typeOf(definition);
  const isGerman = words.language === 'de';
  if (isGerman && type === 'integer') return decimalText(bare, ',') ?? bare;
  if (type === 'quantity') return storedQuantity(bare, isGerman);
  if (numbers.has(type)) return storedNumber(bare, isGerman);
  if (type === 'date') return (isGerman ? dateText(bare, 'dmy') : undefined) ?? bare;
  return text;
}

/**
 * Converts a cell of a spreadsheet to a value of an attribute. Labels of allowed values become their values, and numbers and dates in the
 * notation of the user's language become those of the service. Each line of the cell is one value of an attribute with several values.
 * @param definition undefined for name, family and category
 * @returns null for an empty cell, which clears the value; `unclearNumber` if a number, or one of several, can be read in two ways
 */
export function pastedValue(text: string, definition: AttributeDefinition | undefined, words: ValueWords): unknown {
  if (text.trim() === '') return null;
  if (definition?.type.multiValue !== true) return storedText(text, definition, words);
  const values = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => storedText(line, definition, words));
  return values.includes(unclearNumber) ? unclearNumber : values;
}
