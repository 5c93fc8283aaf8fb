import type { OverrideValue, TargetReadiness } from '@pimento/contract';
import { valueText } from '../../standards/targets/value-text.ts';

/** The form in which a user enters the value of a target: one string, one string per line, or rows as JSON. */
export type OverrideForm = 'text' | 'lines' | 'json';

export const formOf = ({ type, multiValue }: Pick<TargetReadiness, 'type' | 'multiValue'>): OverrideForm =>
  type === 'composite' ? 'json' : multiValue ? 'lines' : 'text';

/**
 * Returns the initial text of the form: the override if there is one, otherwise the current value. Rows without a value begin with one
 * empty row.
 */
export function draftOf(target: TargetReadiness): string {
  const value: unknown = target.override ?? target.value;
  if (formOf(target) === 'json') return value === undefined ? '[{}]' : JSON.stringify(value, null, 2);
  return valueText(value) ?? '';
}

const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts the text of a form to a value. Returns undefined if the form is `json` and the text is not a row or a list of rows. In the other
 * forms, an empty text means that the target stays empty.
 */
export function parseOverride(text: string, form: OverrideForm): OverrideValue | undefined {
  if (form === 'text') return text;
  if (form === 'lines') return text.split('\n').filter((line) => line !== '');
  try {
    const value: unknown = JSON.parse(text);
    const isRows = Array.isArray(value) ? value.every(isRow) : isRow(value);
    return isRows ? (textsOf(value) as OverrideValue) : undefined; // the rows contain only strings, because `textsOf` has converted numbers
  } catch {
    return undefined;
  }
}

/** Converts numbers and booleans of the channel shape to text, because overrides contain only text. Omits cells that are null. */
function textsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textsOf);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, cell]) => (cell === null ? [] : [[name, textsOf(cell)]])),
    );
  return String(value);
}
