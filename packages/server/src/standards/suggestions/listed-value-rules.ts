import type { ListValue } from '@pimento/contract';
import { normalForm } from '@pimento/contract/text';

type Reason = 'value' | 'label' | 'synonym';

export interface ValueSuggestion {
  to: string;
  label: string | null;
  reason: Reason;
}

/** Returns the same string for texts that differ only in accents, letter case, blanks, hyphens and underscores. */
const folded = (text: string): string =>
  normalForm(text, 'NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/**
 * Creates a function that finds the value of a list whose value, label or synonym equals a text, apart from letter case, accents and
 * separators. A value takes precedence over labels, and a label over synonyms. Of equal texts, the first one is found. The function returns
 * undefined if nothing is equal.
 */
export function createValueFinder(list: readonly ListValue[]): (text: string) => ValueSuggestion | undefined {
  const found = new Map<string, ValueSuggestion>();
  const add = (text: unknown, { value, label }: ListValue, reason: Reason): void => {
    if (typeof text !== 'string') return;
    const key = folded(text);
    if (!found.has(key)) found.set(key, { to: value, label: label ?? null, reason });
  };
  for (const one of list) add(one.value, one, 'value');
  for (const one of list) add(one.label, one, 'label');
  for (const one of list) for (const synonym of one.synonyms ?? []) add(synonym, one, 'synonym');
  return (text) => found.get(folded(text));
}
