import { isDeepStrictEqual } from 'node:util';
import type { ValueChange } from './mapping-value-store.ts';
import { rowSource } from './mapping-values-rules.ts';
import type { TableRow } from './mapping-views.ts';

/** Key of a row (its first cell) → the new or expected cells of the row. Null to remove the row, or if no row is expected. */
export type RowChanges = Readonly<Record<string, readonly string[] | null>>;

/** Returns the key and the stored cells of the first row that differs from the expected cells. @returns undefined if no row differs */
export function findChangedRow(
  rows: readonly TableRow[],
  expected: RowChanges,
): { key: string; cells: readonly string[] | null } | undefined {
  const byKey = firstByKey(rows);
  for (const [key, cells] of Object.entries(expected)) {
    const present = byKey.get(key)?.cells ?? null;
    if (!isDeepStrictEqual(present, cells)) return { key, cells: present };
  }
  return undefined;
}

/**
 * Converts changes by key to changes to stored rows. New rows get the positions after the last row. If several rows have the same key, a
 * change applies only to the first of them, and a removal to all of them.
 */
export function rowChanges(rows: readonly TableRow[], changes: RowChanges): ValueChange[] {
  const byKey = firstByKey(rows);
  let last = Number(rows.at(-1)?.source ?? -1);
  return Object.entries(changes).flatMap(([key, cells]): ValueChange[] => {
    if (cells === null) return rows.filter((row) => keyOf(row) === key).map(({ source }) => ({ source, target: null }));
    const present = byKey.get(key)?.source;
    if (present === undefined) last += 1;
    return [{ source: present ?? rowSource(last), target: JSON.stringify(cells) }];
  });
}

const keyOf = ({ cells: [key = ''] }: TableRow) => key;

function firstByKey(rows: readonly TableRow[]): ReadonlyMap<string, TableRow> {
  const found = new Map<string, TableRow>();
  for (const row of rows) if (!found.has(keyOf(row))) found.set(keyOf(row), row);
  return found;
}
