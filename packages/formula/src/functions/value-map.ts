import { normalForm } from '../values/normal-form.ts';

/** A client's table that maps its own values to the values of a channel. */
export interface ValueMap {
  /** Returns undefined for a value that is not in the map. */
  find(value: string): string | undefined;
}

/** Creates a value map. With `ignoreCase`, an entry with the exact spelling still takes precedence. */
export function createValueMap(entries: ReadonlyMap<string, string>, ignoreCase: boolean): ValueMap {
  if (!ignoreCase) return { find: (value) => entries.get(value) };
  const folded = new Map<string, string>();
  for (const [from, to] of entries) {
    const key = foldCase(from);
    if (!folded.has(key)) folded.set(key, to);
  }
  return { find: (value) => entries.get(value) ?? folded.get(foldCase(value)) };
}

function foldCase(text: string): string {
  return normalForm(text, 'NFC').toLowerCase();
}
