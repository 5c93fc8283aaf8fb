import { problem } from '@pimento/contract/problem';
import { deleteUses } from '../../assets/index.ts';
import {
  type Clock,
  type Database,
  PimentoError,
  type ClientId,
  type ProductId,
  type Transaction,
  transaction,
} from '../../platform/index.ts';
import { deletionEntries } from '../history/history-rules.ts';
import { deleteProductRows, lockProductRows, listProductsToDelete } from './product-delete-store.ts';
import type { DeletedProduct } from './product-deletion-types.ts';
import { findProductId } from '../views/product-id-views.ts';

export interface DeleteDeps {
  database: Database;
  clock: Clock;
}

export function unknownProduct(productId: string): PimentoError {
  return new PimentoError(problem('unknown-product', { kind: 'catalog', productId }));
}

/**
 * Deletes products that this transaction has locked. Their history is preserved, and each product gets two more history entries, for its
 * creation and its deletion. The ids of these entries are created while the lock is held, so that every earlier change sorts before the
 * deletion.
 */
export async function deleteLocked(
  transaction: Transaction,
  clock: Clock,
  { clientId, actor }: { clientId: ClientId; actor: string },
  productIds: readonly ProductId[],
): Promise<DeletedProduct[]> {
  if (productIds.length === 0) return [];
  const toDelete = await listProductsToDelete(transaction, clientId, productIds);
  const products = toDelete.map((product) => ({
    productId: product.productId,
    entries: deletionEntries(product, { candidate: clock.newId(), at: product.at, actor }),
  }));
  await deleteProductRows(transaction, clientId, products);
  await deleteUses(transaction, clientId, productIds);
  return products.map(({ productId, entries }) => ({ productId, historyId: entries[1].historyId }));
}

/** @throws PimentoError unknown-product */
export async function deleteProduct(
  deps: DeleteDeps,
  caller: { clientId: ClientId; actor: string },
  requestedId: string,
): Promise<void> {
  const productId = await findProductId(deps.database, caller.clientId, requestedId);
  if (productId === undefined) throw unknownProduct(requestedId);
  await transaction(deps.database, async (transaction) => {
    const locked = await lockProductRows(transaction, caller.clientId, [productId]);
    if (locked.length === 0) throw unknownProduct(requestedId);
    await deleteLocked(transaction, deps.clock, caller, locked);
  });
}
