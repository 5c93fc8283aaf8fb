import type { ItemProblem } from '@pimento/contract';
import { saveReferences } from '../../assets/core.ts';
import { copyProducts, findExistingIds, type ProductRows, rowsEnd, rowsStart } from '../../catalog/core.ts';
import type { Transaction } from '../../platform/core.ts';
import {
  appendWrittenProducts,
  createSeenAttributes,
  createSeenCategories,
  findStructureState,
  lockStructure,
  type StructureState,
} from '../../structure/core.ts';
import type { StoredBatch } from '../judge/import-types.ts';
import type { Again } from './attempt.ts';
import { patchesOf, type PreparedBatch } from './import-prepare.ts';
import type { ImportSession } from './import-session.ts';
import { type MergedProducts, mergeProducts } from './product-merge.ts';
import { findProductsOverQuota } from './quota-check.ts';
import { alone, type Stages } from './stages.ts';
import { hasLinks, linksAreNew, findCycles, withoutRejected } from './import-links.ts';
import { summarize, referencesOf } from './import-summary.ts';

/** How one attempt stores a batch. */
export interface Attempt {
  stages: Stages;
  /**
   * If true, new products are written with COPY, and links are checked afterwards if only new products have links. If false, links are
   * checked first, and products may already exist.
   */
  copiesNew: boolean;
}

/** An attempt that works for any batch, but only if no other batch is ahead. */
export const safeAttempt: Attempt = { stages: alone, copiesNew: false };

export type StoreOutcome = { stored: StoredBatch } | Again;

/**
 * Locks the definitions and creates the attributes that have no definition yet. A dry run locks nothing, because it uses a copy of the
 * definitions.
 * @returns the locked state; undefined if definitions have changed since the batch was judged
 */
async function lockDefinitions(
  transaction: Transaction,
  { request }: ImportSession,
  batch: PreparedBatch,
): Promise<StructureState | undefined> {
  const { clientId, judgedVersion } = batch.structure;
  const strength = batch.seen.length > 0 ? 'update' : 'share';
  const state = await (request.dryRun
    ? findStructureState(transaction, clientId)
    : lockStructure(transaction, clientId, strength));
  if (state.judgedVersion !== judgedVersion) return undefined;
  if (batch.seen.length === 0) return state;
  const created = await createSeenAttributes(transaction, clientId, batch.seen, state);
  return created === batch.seen.length ? state : undefined;
}

/** Marks the written products for another check if a concurrent change to definitions is checking the stored values. */
async function recordWritten(
  transaction: Transaction,
  { request }: ImportSession,
  { watchedChange }: StructureState,
  { products }: PreparedBatch,
): Promise<void> {
  if (watchedChange === null || request.dryRun) return;
  const productIds = [...new Set(products.map(({ productId }) => productId))];
  await appendWrittenProducts(transaction, request.clientId, watchedChange, productIds);
}

/**
 * Returns true if rejected products may have affected the rest of the batch. They may have created an attribute or a category, or another
 * product may have been rejected for a cycle that includes their links.
 */
function leavesTraces(
  session: ImportSession,
  batch: PreparedBatch,
  { cycles, unsatisfied, categories }: { cycles: ItemProblem[]; unsatisfied: ItemProblem[]; categories: string[] },
): boolean {
  const rejected = new Set([...cycles, ...unsatisfied].map(({ index }) => index));
  if (rejected.size === 0) return false;
  if (batch.seen.some(({ index }) => rejected.has(index))) return true;
  const isUnsatisfied = new Set(unsatisfied.map(({ index }) => index));
  if (cycles.length > 0 && batch.products.some((one) => isUnsatisfied.has(one.item.index) && hasLinks(one)))
    return true;
  if (categories.length === 0) return false;
  const patchOf = patchesOf(session, batch);
  const kept = batch.products.filter(({ item }) => !rejected.has(item.index));
  const used = new Set(kept.map((product) => patchOf(product).category));
  return categories.some((category) => !used.has(category));
}

/**
 * Looks up the ids that cleaning changed or rejected, as they were sent but in NFC. Earlier versions of Pimento may have stored products
 * under them.
 * @returns true if some are stored, in which case the batch must be judged again
 */
async function findKeptIds(transaction: Transaction, session: ImportSession, batch: PreparedBatch): Promise<boolean> {
  if (batch.sentIds.length === 0) return false;
  const stored = await findExistingIds(transaction, session.request.clientId, batch.sentIds);
  for (const sent of stored) session.keptIds.add(sent);
  return stored.length > 0;
}

const rowsOf = ({ arena, fresh }: PreparedBatch): ProductRows => ({
  productIds: fresh.map(({ productId }) => productId),
  bytes: arena.join(
    fresh.map(({ row }) => row),
    { before: rowsStart, after: rowsEnd },
  ),
});

/** Writes the new products with COPY and merges the other products. */
async function copyAndMerge(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  stages: Stages,
): Promise<MergedProducts | Again> {
  // The rows are concatenated before the wait, while the batch ahead is still being inserted.
  const rows = rowsOf(batch);
  if (!(await stages.enter('products'))) return { again: 'conflict' };
  if (!(await copyProducts(transaction, rows))) return { again: 'conflict' };
  return mergeProducts(transaction, session, batch, { expectedNew: [], others: batch.others });
}

/** Inserts the new products unless they exist, and merges the other products. */
async function insertAndMerge(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  stages: Stages,
): Promise<MergedProducts | Again> {
  if (!(await stages.enter('products'))) return { again: 'conflict' };
  return mergeProducts(transaction, session, batch, { expectedNew: batch.fresh, others: batch.others });
}

/**
 * Stores one prepared batch inside the given transaction, which must be rolled back if the outcome is `again`. Locks are taken in this
 * order: definitions, categories, products, packaging, assets. If links are checked first, packaging is locked before products. That makes
 * a deadlock with another import possible, in which case the database aborts one of the two transactions.
 */
export async function storeBatch(
  transaction: Transaction,
  session: ImportSession,
  judged: PreparedBatch,
  { stages, copiesNew }: Attempt,
): Promise<StoreOutcome> {
  const { clientId } = session.request;
  if (!(await stages.enter('definitions'))) return { again: 'conflict' };
  const state = await lockDefinitions(transaction, session, judged);
  if (!state || (await findKeptIds(transaction, session, judged))) return { again: 'definitions' };
  const categories = [...judged.categories.difference(session.knownCategories)];
  await createSeenCategories(transaction, clientId, categories);
  const checksLinksLater = copiesNew && linksAreNew(judged);
  if (!checksLinksLater && !(await stages.follow('packaging'))) return { again: 'conflict' };
  const cycles = checksLinksLater ? [] : await findCycles(transaction, session, judged);
  const batch = withoutRejected(judged, cycles);
  const merged = await (copiesNew ? copyAndMerge : insertAndMerge)(transaction, session, batch, stages);
  if ('again' in merged) return merged;
  const copied = copiesNew ? batch.fresh : [];
  const overQuota = await findProductsOverQuota(transaction, session, batch, { copied, merged }, stages);
  if (!overQuota) return { again: 'conflict' };
  if (overQuota.length > 0) return { again: 'rejected', rejected: overQuota };
  const unsatisfied = merged.problems;
  if (leavesTraces(session, judged, { cycles, unsatisfied, categories }))
    return { again: 'rejected', rejected: unsatisfied.length > 0 ? unsatisfied : cycles };
  await recordWritten(transaction, session, state, batch);
  if (checksLinksLater) {
    if (!(await stages.enter('packaging'))) return { again: 'conflict' };
    if ((await findCycles(transaction, session, judged)).length > 0) return { again: 'links' };
  }
  if (!(await stages.enter('assets'))) return { again: 'conflict' };
  await saveReferences(transaction, clientId, [...referencesOf(copied), ...merged.references]);
  return { stored: summarize(batch, { copied, cycles, categories }, merged) };
}
