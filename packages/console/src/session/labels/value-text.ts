import type { AttributeDefinition } from '@pimento/contract';
import { allowedValues, choiceLabel } from './allowed-values.ts';
import { plainText } from './plain-text.ts';

/** The words and formats of the user's language. */
export interface ValueWords {
  language: string;
  yes: string;
  no: string;
  moment: (iso: string) => string;
}

/** Returns the text that users see for a stored text of an attribute. */
export type ShowText = (text: string, definition: AttributeDefinition | undefined) => string;

/** Returns the id of an attribute's type in lower case, or '' without a definition. */
export const typeOf = (definition: AttributeDefinition | undefined): string => definition?.type.id.toLowerCase() ?? '';

/** Returns true if a day such as `2026-01-31` exists. `Date.parse` alone would accept `2026-02-30` as March 2. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Returns true for an existing date and time with an offset, such as `2026-01-31T12:00+01:00`. */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  isDay(text.slice(0, 10));

/**
 * Returns how a stored text is shown on one line: the label of an allowed value, yes or no for a boolean, the local time for a date and
 * time, HTML without its markup, or otherwise the text itself.
 */
export function valueText(text: string, definition: AttributeDefinition | undefined, words: ValueWords): string {
  const label = choiceLabel(text, definition, words.language);
  if (label !== undefined) return label;
  const type = typeOf(definition);
  if (type === 'boolean') return text === 'true' ? words.yes : text === 'false' ? words.no : text;
  if (type === 'html') return plainText(text);
  return type === 'datetime' && isMoment(text) ? words.moment(text) : text;
}

/** Converts a text, or the texts in a list, with `show`. Other values are returned unchanged. */
export function shownValue(value: unknown, definition: AttributeDefinition | undefined, show: ShowText): unknown {
  if (typeof value === 'string') return show(value, definition);
  return Array.isArray(value)
    ? value.map((one: unknown) => (typeof one === 'string' ? show(one, definition) : one))
    : value;
}

/** Returns true if users see texts that differ from the stored texts. */
export const isShownOtherwise = (definition: AttributeDefinition | undefined): boolean =>
  ['boolean', 'datetime', 'html'].includes(typeOf(definition)) ||
  allowedValues(definition).some(({ label, labels }) => label !== undefined || labels !== undefined);
