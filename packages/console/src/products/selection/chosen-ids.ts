import type { Client } from '@pimento/client';
import { listProducts } from '@pimento/contract';
import { filterOf, type ProductSearch } from '../filter/product-search.ts';
import type { Selection } from './use-selection.ts';

export type Chosen = Pick<Selection, 'kind' | 'ids'>;

/** The ids of the chosen products, fetched as they are asked for. */
export async function* chosenIds(api: Client, search: ProductSearch, { kind, ids }: Chosen): AsyncGenerator<string> {
  if (kind === 'some') {
    yield* ids;
    return;
  }
  const query = { ...filterOf(search), limit: 1000, fields: ['__NAME'] };
  for await (const { productId } of api.listAll(listProducts, { query })) if (!ids.has(productId)) yield productId;
}
