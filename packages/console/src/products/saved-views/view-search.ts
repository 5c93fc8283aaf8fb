import type { ProductView } from '@pimento/contract';
import { type ProductSearch, readProductSearch } from '../../product-query/product-search.ts';

/** The part of a search that a view saves, which is everything except the id of the opened view. */
export type ViewSearch = Omit<ProductSearch, 'view'>;

/** Returns the part of a search that a view saves. Parameters of the URL that do not belong to the product list are omitted. */
export function contentOf(search: ProductSearch): ViewSearch {
  const { view: _, ...content } = readProductSearch({ ...search });
  return content;
}

/** Returns the search that opens a view. Omits parameters that this version of the console does not support. */
export const searchOf = ({ viewId, search }: Pick<ProductView, 'viewId' | 'search'>): ProductSearch => ({
  ...readProductSearch(search),
  view: viewId,
});

const textOf = (search: ViewSearch): string =>
  JSON.stringify(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Returns true if a view would save the same content for both searches. */
export const isSameContent = (a: ProductSearch, b: ProductSearch): boolean =>
  textOf(contentOf(a)) === textOf(contentOf(b));

/** Returns true if a search has anything that a view would save. */
export const hasContent = (search: ProductSearch): boolean => Object.keys(contentOf(search)).length > 0;
