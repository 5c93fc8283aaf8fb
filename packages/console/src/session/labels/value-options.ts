// Separate from value-text.ts, because the first screen shows values but has no inputs for them.
import type { AttributeDefinition } from '@pimento/contract';
import { allowedValues } from './allowed-values.ts';
import { typeOf, valueText, type ValueWords } from './value-text.ts';

/** Returns true if the user chooses a value from a list instead of typing it. */
export const isChosen = (definition: AttributeDefinition | undefined): boolean =>
  typeOf(definition) === 'boolean' || allowedValues(definition).length > 0;

/**
 * Returns the options of a select for an attribute, or undefined if any text can be typed. If the label differs from the stored value, the
 * value follows it in parentheses, except for booleans.
 */
export function optionsOf(
  definition: AttributeDefinition | undefined,
  words: ValueWords,
): { value: string; label: string }[] | undefined {
  const allowed = allowedValues(definition).map(({ value }) => value);
  const isTruth = typeOf(definition) === 'boolean';
  const values = allowed.length === 0 && isTruth ? ['true', 'false'] : allowed;
  if (values.length === 0) return undefined;
  return values.map((value) => {
    const text = valueText(value, definition, words);
    return { value, label: isTruth || text === value ? text : `${text} (${value})` };
  });
}
