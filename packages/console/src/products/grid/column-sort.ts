import type { Column } from './product-columns.ts';

/** The field that orders a list, and its direction. */
export interface Sort {
  field: string;
  isDescending: boolean;
}

/** Parses the parameter `sort`. A list without one is ordered by id. */
export const sortOf = (sort: string | undefined): Sort => {
  if (sort === undefined) return { field: '__ID', isDescending: false };
  const isDescending = sort.startsWith('-');
  return { field: isDescending ? sort.slice(1) : sort, isDescending };
};

/**
 * Returns the value of `sort` after a click on a column's header. The clicks cycle through ascending, descending and undefined. The column
 * of the last update starts with descending. Undefined means ascending by id, so the id column only alternates between ascending and
 * descending.
 */
export function nextSort(sort: string | undefined, { sortField }: Pick<Column, 'sortField'>): string | undefined {
  if (sortField === undefined) return sort;
  const [ascending, descending] = [sortField, `-${sortField}`];
  if (sortField === '__ID') return sort === undefined || sort === ascending ? descending : undefined;
  const turns = sortField === '__UPDATED' ? [descending, ascending] : [ascending, descending];
  return turns[turns.indexOf(sort ?? '') + 1];
}

/** The value of `aria-sort` of a column's header, or undefined if the list cannot be sorted by the column. */
export function ariaSort({ field, isDescending }: Sort, { sortField }: Pick<Column, 'sortField'>) {
  if (sortField === undefined) return undefined;
  if (sortField !== field) return 'none';
  return isDescending ? 'descending' : 'ascending';
}
