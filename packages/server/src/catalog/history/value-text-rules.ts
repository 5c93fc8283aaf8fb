import type { StoredRow, StoredValue } from '../product/product-types.ts';
import { type AttributeView, type ProductView, valueText } from '../views/product-view-rules.ts';
import { entryHead, type HistoryRow, sideText } from './history-rules.ts';
import type { HeldValue, ValuePath } from './value-path-rules.ts';
import type { TracedChange } from './value-trace-rules.ts';

/** Formats a value, or one row, at a position as JSON text. Row keys are the current names of the attributes. */
export function heldText(view: ProductView, { attribute, path }: ValuePath, held: HeldValue | StoredRow): string {
  let inner: AttributeView | undefined = view.attributes.get(attribute);
  for (const step of path) if (typeof step === 'string') inner = inner?.children?.get(step);
  if (path.length === 0) return sideText(view, attribute, held as HeldValue); // only a longer path leads to a row
  if (typeof held === 'string' || Array.isArray(held)) return valueText(inner, held as StoredValue); // links are never inside a composite
  return valueText(inner, [held]).slice(1, -1);
}

/** Formats a `ValueHistoryEntry` as JSON text. */
export function valueEntryText(
  view: ProductView,
  place: ValuePath,
  entry: Omit<HistoryRow, 'changes'> & TracedChange,
  actorNames: ReadonlyMap<string, string>,
): string {
  const before = entry.old === undefined ? '' : `,"old":${heldText(view, place, entry.old)}`;
  const after = entry.new === undefined ? '' : `,"new":${heldText(view, place, entry.new)}`;
  return `${entryHead(entry, actorNames)}${before}${after}}`;
}
