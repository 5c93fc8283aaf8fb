import type { Client } from '@pimento/client';
import { deleteProduct, listProducts } from '@pimento/contract';
import { ProblemError } from '@pimento/client';
import { filterOf, type ProductSearch } from './product-search.ts';
import type { Selection } from './use-selection.ts';

type Chosen = Pick<Selection, 'kind' | 'ids'>;
const atOnce = 6;

/** The ids of the chosen products, fetched as they are asked for. */
async function* chosenIds(api: Client, search: ProductSearch, { kind, ids }: Chosen): AsyncGenerator<string> {
  if (kind === 'some') {
    yield* ids;
    return;
  }
  const query = { ...filterOf(search), limit: 1000, fields: ['__NAME'] };
  for await (const { productId } of api.listAll(listProducts, { query })) if (!ids.has(productId)) yield productId;
}

/**
 * Deletes the chosen products, a few at once; one that is gone already counts as deleted.
 * @returns how many
 */
export async function deleteChosen(
  api: Client,
  search: ProductSearch,
  chosen: Chosen,
  onProgress: (deleted: number) => void,
): Promise<number> {
  let deleted = 0;
  const ids = chosenIds(api, search, chosen);
  const work = async () => {
    for (;;) {
      const next = await ids.next();
      if (next.done === true) return;
      await api.call(deleteProduct, { params: { productId: next.value } }).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || error.code !== 'unknown-product') throw error;
      });
      deleted += 1;
      onProgress(deleted);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return deleted;
}
