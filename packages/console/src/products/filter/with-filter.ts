import type { ProductSearch } from '../../product-query/product-search.ts';
import type { AddedFilter } from './filter-draft.ts';

/** A change to the search. Undefined removes a parameter. */
export type SearchChange = Partial<Record<keyof ProductSearch, string | string[] | undefined>>;

/**
 * Returns the search parameters that add a filter to a search. A list also contains the conditions that the search already has, without
 * duplicates.
 */
export function withFilter(
  search: Pick<ProductSearch, 'where' | 'readiness' | 'channelState'>,
  { where, readiness, channelState, ...rest }: AddedFilter,
): AddedFilter {
  const joined = (before: readonly string[] = [], added: readonly string[]) => [...new Set([...before, ...added])];
  return {
    ...rest,
    ...(where && { where: joined(search.where, where) }),
    ...(readiness && { readiness: joined(search.readiness, readiness) }),
    ...(channelState && { channelState: joined(search.channelState, channelState) }),
  };
}
