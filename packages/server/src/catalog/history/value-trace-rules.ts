import type { StoredRow, ValueChange } from '../product/product-types.ts';
import { earlierPath, type HeldValue, type RowPath, valueAt } from './value-path-rules.ts';

/** A value that is followed back through the history of its product. */
export interface Trace {
  /** A version of the attribute's value, and the position in this version. */
  value: HeldValue | undefined;
  path: RowPath;
  /**
   * True if the row did not exist before this version. If an older version has an equal row, which was removed in between, the trace
   * continues with that row.
   */
  isLost: boolean;
}

/** A change to the followed value. */
export interface TracedChange {
  old?: HeldValue | StoredRow;
  new?: HeldValue | StoredRow;
}

const sides = (old: TracedChange['old'], next: TracedChange['new']): TracedChange => ({
  ...(old === undefined ? {} : { old }),
  ...(next === undefined ? {} : { new: next }),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Follows a value back across the next older change to its attribute. `changed` is undefined if the value stayed the same. */
export function stepBack(
  trace: Trace,
  change: Pick<ValueChange, 'old' | 'new'>,
): { trace: Trace; changed: TracedChange | undefined } {
  const { old } = change;
  const value = trace.isLost ? trace.value : change.new;
  const path = earlierPath(value, old, trace.path, trace.isLost);
  const after = trace.isLost ? undefined : valueAt(change.new, trace.path);
  if (path === undefined) {
    const lost = { value, path: trace.path, isLost: true };
    return { trace: lost, changed: after === undefined ? undefined : sides(undefined, after) };
  }
  const before = valueAt(old, path);
  const earlier = { value: old, path, isLost: false };
  return { trace: earlier, changed: isSame(before, after) ? undefined : sides(before, after) };
}
