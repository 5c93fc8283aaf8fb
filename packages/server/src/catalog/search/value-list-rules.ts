import {
  compareDates,
  compareNumbers,
  compareQuantities,
  parseDate,
  parseNumber,
  sizeOf,
} from '../../structure/core.ts';
import type { ValueField } from '../views/value-field-rules.ts';
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

/** Returns the texts with the lowest and the highest size. Texts without a size are ignored. */
function endsBySize<Size>(
  values: Iterable<string>,
  sizeOf: (text: string) => Size | undefined,
  compare: (a: Size, b: Size) => number,
): { min: string | null; max: string | null } {
  let min: { value: string; size: Size } | undefined;
  let max: { value: string; size: Size } | undefined;
  for (const value of values) {
    const size = sizeOf(value);
    if (size === undefined) continue;
    if (min === undefined || compare(size, min.size) < 0) min = { value, size };
    if (max === undefined || compare(size, max.size) > 0) max = { value, size };
  }
  return { min: min?.value ?? null, max: max?.value ?? null };
}

/**
 * Returns the lowest and the highest date, number (including fractions) or number with a unit among the values. Other texts are ignored.
 * Both are null if no value is left, and for fields of other types.
 */
export function endsOf(
  { kind, units }: Pick<ValueField, 'kind' | 'units'>,
  values: Iterable<string>,
): { min: string | null; max: string | null } {
  if (units) return endsBySize(values, (text) => sizeOf(text, units), compareQuantities);
  if (kind === 'date') return endsBySize(values, parseDate, compareDates);
  return kind === 'number' ? endsBySize(values, parseNumber, compareNumbers) : { min: null, max: null };
}
