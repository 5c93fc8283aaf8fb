import type { Client } from '@pimento/client';
import { listProducts } from '@pimento/contract/wire';
import { filterOf, type ProductSearch } from './product-search.ts';

/** Products that a person has chosen in a list. */
export interface Chosen {
  /** Some products, or all that match except some. */
  kind: 'some' | 'all';
  /** The chosen products of `some`, the excluded ones of `all`. */
  ids: ReadonlySet<string>;
}

/** The ids of the chosen products, fetched page by page while they are consumed. */
export async function* chosenIds(api: Client, search: ProductSearch, { kind, ids }: Chosen): AsyncGenerator<string> {
  if (kind === 'some') {
    yield* ids;
    return;
  }
  const query = { ...filterOf(search), limit: 1000, fields: ['__NAME'] };
  for await (const { productId } of api.listAll(listProducts, { query })) if (!ids.has(productId)) yield productId;
}
