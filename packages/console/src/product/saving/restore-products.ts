import type { Client } from '@pimento/client';
import { restoreProduct } from '@pimento/contract/wire';

/** Number of concurrent restores. The service runs at most four edits at once, including those of other users. */
const atOnce = 2;

/**
 * Restores deleted products with all their values. A product that cannot be restored does not stop the others.
 * @returns the number of restored products, and the ids of the others
 */
export async function restoreProducts(
  api: Client,
  productIds: readonly string[],
): Promise<{ restored: number; failed: string[] }> {
  const waiting = [...productIds];
  const failed: string[] = [];
  const restoreNext = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const isRestored = await api.call(restoreProduct, { params: { productId: id } }).then(
        ({ errors }) => errors.length === 0,
        () => false,
      );
      if (!isRestored) failed.push(id);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, restoreNext));
  return { restored: productIds.length - failed.length, failed };
}
