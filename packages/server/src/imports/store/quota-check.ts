import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { findProductQuota } from '../../access/core.ts';
import type { ProductId, Transaction } from '../../platform/core.ts';
import type { PreparedProduct } from '../judge/import-types.ts';
import type { PreparedBatch } from './import-prepare.ts';
import type { ImportSession } from './import-session.ts';
import type { MergedProducts } from './product-merge.ts';
import type { Stages } from './stages.ts';

/** Maximum number of products in the batch ahead. */
const productsAhead = 1_000;

/**
 * Returns a problem for each payload of a new product that exceeds the client's quota. The products of the batch must already be written.
 * The products over the quota are the last new products of the batch. Changes to existing products are never affected. Concurrent imports
 * do not see each other's uncommitted products, so together they can exceed the quota by one batch each.
 * @param copied the products that were stored without a lookup
 * @returns undefined if the batch ahead was not stored
 */
export async function findProductsOverQuota(
  transaction: Transaction,
  { request }: ImportSession,
  batch: PreparedBatch,
  { copied, merged }: { copied: readonly PreparedProduct[]; merged: MergedProducts },
  stages: Pick<Stages, 'follow'>,
): Promise<ItemProblem[] | undefined> {
  const created = new Set<ProductId>(copied.map(({ productId }) => productId));
  for (const { created: count, write } of merged.folded) if (count > 0) created.add(write.productId);
  // the products of a dry run are not counted, because they are in temporary tables
  if (created.size === 0 || request.dryRun) return [];
  let quota = await findProductQuota(transaction, request.clientId);
  if (quota && quota.used + productsAhead > quota.max) {
    // the products of the batch ahead are counted only after its commit
    if (!(await stages.follow('job'))) return undefined;
    quota = await findProductQuota(transaction, request.clientId);
  }
  if (!quota || quota.used <= quota.max) return [];
  const { max, used } = quota;
  const surplus = new Set(inBodyOrder(batch, created).slice(-Math.min(used - max, created.size)));
  return batch.products
    .filter(({ productId }) => surplus.has(productId))
    .map(({ productId, item }) => ({
      ...problem('quota-exceeded', { quota: 'products', max, used: used - surplus.size }),
      path: `/products/${item.index}`,
      productId,
      index: item.index,
    }));
}

/** Lists created products in the order of their first payload in the body. */
function inBodyOrder({ products }: PreparedBatch, created: ReadonlySet<ProductId>): ProductId[] {
  const payloads = products.toSorted((one, other) => one.item.index - other.item.index);
  return [...new Set(payloads.map(({ productId }) => productId))].filter((productId) => created.has(productId));
}
