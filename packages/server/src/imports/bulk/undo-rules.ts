import { isDeepStrictEqual } from 'node:util';
import type { PackagingLink, StoredValue } from '../../catalog/core.ts';

type HistoryValue = StoredValue | PackagingLink[];

/**
 * A change to one attribute that a job made in one product. `old` is missing if there was no value before. `new` is missing if the job
 * removed the value.
 */
export interface UndoneChange {
  attribute: string;
  old?: HistoryValue;
  new?: HistoryValue;
}

/**
 * Merges the history entries of a job in one product into one change for each attribute. The change goes from the value before the first
 * entry to the value after the last one. Attributes that have their first value again are omitted. Pure.
 * @returns undefined if an entry begins with a different value than the previous entry wrote, because of another change in between
 */
export function mergeEntries(entries: readonly (readonly UndoneChange[])[]): UndoneChange[] | undefined {
  const merged = new Map<string, UndoneChange>();
  for (const change of entries.flat()) {
    const earlier = merged.get(change.attribute);
    if (earlier && !isDeepStrictEqual(earlier.new, change.old)) return undefined;
    const { attribute } = change;
    merged.set(attribute, {
      attribute,
      ...(earlier ? withOld(earlier.old) : withOld(change.old)),
      ...(change.new === undefined ? {} : { new: change.new }),
    });
  }
  return [...merged.values()].filter((change) => !isDeepStrictEqual(change.old, change.new));
}

const withOld = (old: HistoryValue | undefined) => (old === undefined ? {} : { old });
