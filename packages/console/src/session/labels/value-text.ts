import type { AttributeDefinition } from '@pimento/contract';
import { allowedValues, choiceLabel } from './allowed-values.ts';

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

/** Returns true for a date-time with offset that exists. */
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the text of HTML without its markup, in one line. The parser runs no script and loads nothing, and gets no attributes. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const bare = html.replaceAll(/<([a-z][^\s>/]*)(?:[^>"']|"[^"]*"|'[^']*')*>/gi, '<$1>');
  const apart = bare.replaceAll(/<(?=\/?(?:p|li|ul|ol|div|br|h\d|tr|td)\b)/gi, ' <');
  return new DOMParser().parseFromString(apart, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim();
}

/**
 * Returns how a stored text is shown in one line: yes or no, the local time of a moment, the label of an allowed value, formatted text without
 * its markup, otherwise the text itself.
 */
export function valueText(text: string, definition: AttributeDefinition | undefined, words: ValueWords): string {
  const label = choiceLabel(text, definition, words.language);
  if (label !== undefined) return label;
  const type = typeOf(definition);
  if (type === 'boolean') return text === 'true' ? words.yes : text === 'false' ? words.no : text;
  if (type === 'html') return plainText(text);
  return type === 'datetime' && isMoment(text) ? words.moment(text) : text;
}

/** Shows the texts of a value, which is a text or a list. Values of other forms are returned unchanged. */
export function shownValue(value: unknown, definition: AttributeDefinition | undefined, show: ShowText): unknown {
  if (typeof value === 'string') return show(value, definition);
  return Array.isArray(value)
    ? value.map((one: unknown) => (typeof one === 'string' ? show(one, definition) : one))
    : value;
}

/** Returns true if users see other texts than those that are stored. */
export const isShownOtherwise = (definition: AttributeDefinition | undefined): boolean =>
  ['boolean', 'datetime', 'html'].includes(typeOf(definition)) ||
  allowedValues(definition).some(({ label, labels }) => label !== undefined || labels !== undefined);
