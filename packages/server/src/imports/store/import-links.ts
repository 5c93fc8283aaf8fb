import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { lockPackaging } from '../../catalog/core.ts';
import type { Transaction } from '../../platform/core.ts';
import type { PreparedProduct } from '../judge/import-types.ts';
import { type PreparedBatch, sortProducts } from './import-prepare.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import { findPackagingCycles } from './packaging-check.ts';

export const hasLinks = ({ packaging }: PreparedProduct): boolean => (packaging ?? null) !== null;

/**
 * Returns true if only new products of the batch have links. Cycles can then be checked after the products are stored, because new products
 * had no links before. The next batch can then store its products without waiting for the check.
 */
export const linksAreNew = ({ others }: PreparedBatch): boolean => !others.some((group) => group.some(hasLinks));

/** Returns the problems of products whose links would close a cycle, or have closed a cycle if they are already stored. */
export async function findCycles(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
): Promise<ItemProblem[]> {
  const { clientId } = session.request;
  if (!batch.products.some(hasLinks)) return [];
  await lockPackaging(transaction, clientId);
  const cycles = await findPackagingCycles(transaction, clientId, batch.products, mergeModeOf(session));
  return [...cycles].map(([{ productId, item }, cycle]) => ({
    ...problem('packaging-cycle', { kind: 'cycle', productIds: cycle }),
    path: `/products/${item.index}/PACKAGING`,
    productId,
    index: item.index,
  }));
}

/** Returns the batch without the products that are rejected because their links would close a cycle. */
export function withoutRejected(batch: PreparedBatch, problems: readonly ItemProblem[]): PreparedBatch {
  if (problems.length === 0) return batch;
  const rejected = new Set(problems.map(({ index }) => index));
  const products = batch.products.filter(({ item }) => !rejected.has(item.index));
  return { ...batch, products, ...sortProducts(products) };
}
