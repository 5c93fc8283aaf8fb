import { isSetIn, textsIn, without } from '../../ui/search-texts.ts';

/** The maximum number of products that are compared. */
export const maxCompared = 4;

/** The search parameters of the comparison, so that it can be bookmarked. */
export interface CompareSearch {
  /** Ids of the compared products, in the order of the columns. */
  productId?: string[];
  /** True if only attributes whose values differ are shown. */
  differences?: true;
}

export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const ids = [...new Set(textsIn(search, 'productId'))].slice(0, maxCompared);
  return without<CompareSearch>({
    productId: ids.length === 0 ? undefined : ids,
    differences: isSetIn(search, 'differences') ? true : undefined,
  });
}
