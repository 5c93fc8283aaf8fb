import type { HistoryEntry } from '@pimento/contract';
import { isSameValue } from '../values/same-value.ts';

/** The value of an attribute at an earlier time, and its value now. Each is undefined if there is no value. */
export interface AsOfChange {
  attribute: string;
  now: unknown;
  past: unknown;
}

/**
 * Returns the changes that restore a product's state after an entry of its history, or an empty list if the values are the same now.
 * @param entries all entries of the product down to this one, newest first
 * @returns undefined if the product was deleted or created after the entry
 */
export function changesAsOf(entries: readonly HistoryEntry[], historyId: string): AsOfChange[] | undefined {
  const at = entries.findIndex((entry) => entry.historyId === historyId);
  const later = entries.slice(0, Math.max(0, at));
  if (later.some(({ kind }) => kind !== 'updated')) return undefined;
  const changes = new Map<string, AsOfChange>();
  for (const { attribute, old, new: next } of later.flatMap((entry) => entry.changes)) {
    const newer = changes.get(attribute);
    changes.set(attribute, { attribute, now: newer ? newer.now : next, past: old });
  }
  return [...changes.values()].filter(({ now, past }) => !isSameValue(now, past));
}
