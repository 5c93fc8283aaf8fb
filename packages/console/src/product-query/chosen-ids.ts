import type { Client } from '@pimento/client';
import { listProducts } from '@pimento/contract/wire';
import { filterOf, type ProductSearch } from './product-search.ts';

/** The products that the user has selected in a list. */
export interface Chosen {
  /** `some`: the products in `ids`. `all`: all matching products except `ids`. */
  kind: 'some' | 'all';
  /** The selected products for `some`, the excluded products for `all`. */
  ids: ReadonlySet<string>;
}

/** Yields the ids of the selected products. Each page is fetched when its ids are needed. @param signal cancels the next pages */
export async function* chosenIds(
  api: Client,
  search: ProductSearch,
  { kind, ids }: Chosen,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  if (kind === 'some') {
    yield* ids;
    return;
  }
  const query = { ...filterOf(search), limit: 1000, fields: ['__NAME'] };
  const found = api.listAll(listProducts, { query, ...(signal && { signal }) });
  for await (const { productId } of found) if (!ids.has(productId)) yield productId;
}
