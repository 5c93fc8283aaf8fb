import { changedRows, isWithin, keyOf, type Path, pathOf, type Row, rowsAt } from './row-path.ts';

/** A change to the rows of one composite. */
export type RowAct = 'add' | 'duplicate' | 'up' | 'down' | 'remove';

/** The row to which an action applies. */
export interface RowPlace {
  composite: Path;
  /** Undefined if the only possible action is to add a row at the end. */
  index: number | undefined;
}

/** Returns the innermost row that contains a path, or undefined if the path contains no row. */
export function rowOf(path: Path): RowPlace | undefined {
  const at = path.findLastIndex((step) => typeof step === 'number');
  const index = path[at];
  return typeof index === 'number' ? { composite: path.slice(0, at), index } : undefined;
}

/** Returns true if an action is possible. */
export function mayAct(rows: readonly Row[], { composite, index }: RowPlace, act: RowAct): boolean {
  if (act === 'add') return true;
  if (index === undefined) return false;
  const { length } = rowsAt(rows, composite);
  return act === 'up' ? index > 0 : act === 'down' ? index < length - 1 : index < length;
}

/** The rows after an action, the new index of each row of the composite, and the row that becomes active. */
export interface MovedRows {
  rows: Row[];
  /** Old index → new index, or undefined if the row was removed. */
  indexes: (number | undefined)[];
  target: number;
}

/** Adds, duplicates, moves or removes a row. A new row is inserted below the row at `index`. */
export function moveRows(rows: readonly Row[], { composite, index }: RowPlace, act: RowAct): MovedRows {
  const before = rowsAt(rows, composite);
  const at = index ?? before.length - 1;
  const order: (number | 'new')[] = before.map((_, position) => position);
  if (act === 'add' || act === 'duplicate') order.splice(at + 1, 0, 'new');
  else order.splice(at, 1);
  if (act === 'up' || act === 'down') order.splice(act === 'up' ? at - 1 : at + 1, 0, at);
  const fresh = act === 'duplicate' ? structuredClone(before[at] ?? {}) : {};
  const after = order.map((position) => (position === 'new' ? fresh : (before[position] ?? {})));
  const indexes = before.map((_, position) => {
    const now = order.indexOf(position);
    return now === -1 ? undefined : now;
  });
  const target = act === 'add' || act === 'duplicate' ? at + 1 : act === 'up' ? at - 1 : act === 'down' ? at + 1 : at;
  return { rows: changedRows(rows, composite, after), indexes, target: Math.min(target, after.length - 1) };
}

/** Updates the keys of paths after rows of a composite were moved. Keys inside removed rows are dropped. */
export function movedKeys(
  keys: ReadonlySet<string>,
  composite: Path,
  indexes: readonly (number | undefined)[],
): Set<string> {
  const moved = new Set<string>();
  for (const key of keys) {
    const path = pathOf(key);
    const at = path[composite.length];
    if (typeof at !== 'number' || !isWithin(path, composite)) moved.add(key);
    else if (indexes[at] !== undefined) moved.add(keyOf(path.with(composite.length, indexes[at])));
  }
  return moved;
}
