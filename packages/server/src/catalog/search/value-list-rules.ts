import type { OrderKind } from '../views/value-order-rules.ts';
import type { ValueCounts } from './value-count-service.ts';

/** Returns the most frequent values. With `hasMore`, the counts are incomplete, so the list is empty. */
export function topValues(
  { values, hasMore }: Pick<ValueCounts, 'values' | 'hasMore'>,
  limit: number,
): { values: { value: string; products: number }[]; hasMore: boolean } {
  if (hasMore) return { values: [], hasMore };
  const sorted = Array.from(values, ([value, products]) => ({ value, products })).toSorted(
    (a, b) => b.products - a.products || (a.value < b.value ? -1 : 1),
  );
  return { values: sorted.slice(0, limit), hasMore: sorted.length > limit };
}

const sizeOf = (kind: OrderKind, text: string): number => (kind === 'date' ? Date.parse(text) : Number(text));

/** Returns the lowest and the highest number or date among the values. Ignores values that are neither, such as fractions. */
export function endsOf(kind: OrderKind, values: Iterable<string>): { min: string | null; max: string | null } {
  let [min, max]: (string | null)[] = [null, null];
  for (const value of values) {
    const size = sizeOf(kind, value);
    if (Number.isNaN(size)) continue;
    if (min === undefined || min === null || size < sizeOf(kind, min)) min = value;
    if (max === undefined || max === null || size > sizeOf(kind, max)) max = value;
  }
  return { min: min ?? null, max: max ?? null };
}
