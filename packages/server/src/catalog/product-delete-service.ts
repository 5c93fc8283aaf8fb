import { deleteUses } from '../assets/index.ts';
import { type Clock, type Database, PimentoError } from '../platform/index.ts';
import { historyIdAfter, wholeState } from './history-rules.ts';
import { findLife, readCreation } from './history-views.ts';
import { deleteProductRow, findLastHistoryId, lockProduct } from './product-delete-store.ts';
import { readProductId } from './product-filter.ts';
import { findProduct } from './product-views.ts';

export interface DeleteDeps {
  database: Database;
  clock: Clock;
}

export function unknownProduct(productId: string): PimentoError {
  return new PimentoError('unknown-product', `There is no product ${JSON.stringify(productId)}.`);
}

/**
 * Deletes one product. Its history stays and gains two entries: the creation, which only the row remembered, and the deletion with all
 * values that went. Ids are made under the lock, so that no change that waited for it sorts behind the deletion.
 * @throws PimentoError unknown-product
 */
export async function deleteProduct(
  deps: DeleteDeps,
  caller: { clientId: string; actor: string },
  asked: string,
): Promise<void> {
  const { clientId, actor } = caller;
  const productId = readProductId(asked);
  if (productId === undefined) throw unknownProduct(asked);
  await deps.database.transaction().execute(async (transaction) => {
    if (!(await lockProduct(transaction, clientId, productId))) throw unknownProduct(asked);
    const product = await findProduct(transaction, clientId, productId);
    const life = await findLife(transaction, clientId, productId);
    if (!product || !life) throw new Error('a locked product was not found again');
    const last = await findLastHistoryId(transaction, clientId, productId);
    const creation = await readCreation(transaction, { clientId, productId, state: product.state }, life);
    await deleteProductRow(transaction, clientId, productId, [
      creation,
      {
        historyId: historyIdAfter(historyIdAfter(deps.clock.newId(), last), creation.historyId),
        at: deps.clock.now(),
        kind: 'deleted',
        actor,
        jobId: null,
        changes: wholeState(product.state, 'old'),
      },
    ]);
    await deleteUses(transaction, clientId, [productId]);
  });
}
