import type { Client } from '@pimento/client';
import { deleteProduct } from '@pimento/contract';
import { ProblemError } from '@pimento/client';
import { type Chosen, chosenIds } from './chosen-ids.ts';
import type { ProductSearch } from './product-search.ts';

const atOnce = 6;

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
