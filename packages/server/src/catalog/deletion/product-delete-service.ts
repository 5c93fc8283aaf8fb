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
import { lastEntries } from '../history/history-rules.ts';
import { deleteProductRows, lockProductRows, readDoomed } from './product-delete-store.ts';
import { parseProductId } from '../views/product-filter-rules.ts';

export interface DeleteDeps {
  database: Database;
  clock: Clock;
}

export function unknownProduct(productId: string): PimentoError {
  return new PimentoError(problem('unknown-product', { kind: 'catalog', productId }));
}

/**
 * Deletes products that this transaction has locked. Their history stays and gains two entries each. Ids are made under the lock, so that
 * no change that waited for it sorts behind the deletion.
 */
export async function deleteLocked(
  transaction: Transaction,
  clock: Clock,
  { clientId, actor }: { clientId: ClientId; actor: string },
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return;
  const doomed = await readDoomed(transaction, clientId, productIds);
  const at = clock.now();
  const products = doomed.map((product) => ({
    productId: product.productId,
    entries: lastEntries(product, { candidate: clock.newId(), at, actor }),
  }));
  await deleteProductRows(transaction, clientId, products);
  await deleteUses(transaction, clientId, productIds);
}

/**
 * Deletes one product.
 * @throws PimentoError unknown-product
 */
export async function deleteProduct(
  deps: DeleteDeps,
  caller: { clientId: ClientId; actor: string },
  asked: string,
): Promise<void> {
  const productId = parseProductId(asked);
  if (productId === undefined) throw unknownProduct(asked);
  await transaction(deps.database, async (transaction) => {
    const locked = await lockProductRows(transaction, caller.clientId, [productId]);
    if (locked.length === 0) throw unknownProduct(asked);
    await deleteLocked(transaction, deps.clock, caller, locked);
  });
}
