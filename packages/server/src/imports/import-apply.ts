import type { ItemProblem } from '@pimento/contract';
import { listReferenceChanges, type ReferenceChange, saveReferences } from '../assets/core.ts';
import {
  appendHistory,
  type HistoryWrite,
  insertProducts,
  lockPackaging,
  lockProducts,
  type MergeMode,
  updateProducts,
} from '../catalog/core.ts';
import type { Connection } from '../platform/core.ts';
import {
  type CompiledStructure,
  createSeenAttributes,
  createSeenCategories,
  lockStructure,
} from '../structure/core.ts';
import { type Folded, foldProduct, groupByProduct } from './import-fold.ts';
import { type FreshProduct, prepareFresh, type PreparedBatch, takenForNew } from './import-prepare.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import type { ImportTally, PreparedProduct } from './import-types.ts';
import { findPackagingCycles } from './packaging-check.ts';
import type { Passage } from './passage.ts';

/** Definitions changed since the batch was judged. */
export class JudgedByOldDefinitions extends Error {}
/** A product came and went while the batch was being stored; the transaction is simply run again. */
class ProductVanished extends Error {
  readonly code = '40001';
}

export interface AppliedBatch {
  tally: ImportTally;
  /** Problems of the batch, those that only showed against stored products included, in the order of the body. */
  problems: ItemProblem[];
  createdAttributes: string[];
  /** Categories that are stored now. */
  categories: string[];
  /** Some products existed where none was expected: comparing fingerprints first would have paid. */
  met: boolean;
}

async function lockDefinitions(transaction: Connection, batch: PreparedBatch): Promise<void> {
  const { clientId, judgedVersion } = batch.structure;
  const state = await lockStructure(transaction, clientId, batch.seen.length > 0 ? 'update' : 'share');
  if (state.judgedVersion !== judgedVersion) throw new JudgedByOldDefinitions();
  if (batch.seen.length === 0) return;
  const created = await createSeenAttributes(transaction, clientId, batch.seen, state);
  if (created < batch.seen.length) throw new JudgedByOldDefinitions();
}

async function rejectCycles(
  transaction: Connection,
  clientId: string,
  products: readonly PreparedProduct[],
  mode: MergeMode,
): Promise<ItemProblem[]> {
  if (products.every((product) => (product.packaging ?? null) === null)) return [];
  await lockPackaging(transaction, clientId);
  const cycles = await findPackagingCycles(transaction, clientId, products, mode);
  return [...cycles].map(([product, cycle]) => ({
    code: 'packaging-cycle',
    path: `/products/${product.index}/PACKAGING`,
    message: `The links would close a cycle: ${cycle.map((id) => `"${id}"`).join(' → ')}.`,
    productId: product.productId,
    index: product.index,
  }));
}

/** A batch without the products that turned out to close a cycle. */
async function withoutRejected(
  session: ImportSession,
  batch: PreparedBatch,
  rejected: ReadonlySet<number | undefined>,
): Promise<Pick<PreparedBatch, 'groups' | 'fresh'>> {
  if (rejected.size === 0) return batch;
  const groups = groupByProduct(batch.products.filter((product) => !rejected.has(product.index)));
  return { groups, fresh: await prepareFresh(session, takenForNew(groups)) };
}

/** Stores the products of a batch that have passed every check: inserts what is new, merges into what exists, skips what is equal. */
async function storeProducts(
  transaction: Connection,
  session: ImportSession,
  structure: CompiledStructure,
  { groups, fresh }: Pick<PreparedBatch, 'groups' | 'fresh'>,
  passage: Passage,
): Promise<{ folded: Folded[]; met: boolean }> {
  const { clientId, actor, jobId } = session.wish;
  const origin = { actor, jobId };
  const rowsOf = (products: ReadonlyMap<string, FreshProduct>) =>
    new Map([...products].map(([productId, { row }]) => [productId, row]));
  const conflicts = await insertProducts(transaction, clientId, rowsOf(fresh), origin);
  const inserted = [...fresh].filter(([productId]) => !conflicts.has(productId)).map(([, product]) => product.folded);
  const rest = [...groups].filter(([productId]) => !fresh.has(productId) || conflicts.has(productId));
  const stored = await lockProducts(
    transaction,
    clientId,
    rest.map(([productId]) => productId),
  );
  const merged = rest
    .filter(([productId]) => stored.has(productId))
    .map(([productId, group]) => foldProduct(stored.get(productId), group, mergeModeOf(session)));
  const late = await prepareFresh(
    session,
    rest.filter(([productId]) => !stored.has(productId)),
  );
  if ((await insertProducts(transaction, clientId, rowsOf(late), origin)).size > 0) throw new ProductVanished();
  const updated = merged.filter((item) => item.updated > 0);
  await updateProducts(
    transaction,
    clientId,
    updated.map((item) => item.write),
  );
  const folded: Folded[] = [...inserted, ...merged, ...[...late.values()].map((product) => product.folded)];
  const history = folded.flatMap((item) =>
    item.history.map((changes): HistoryWrite => ({
      productId: item.productId,
      historyId: session.deps.clock.newId(),
      changes,
    })),
  );
  await appendHistory(transaction, clientId, history, origin);
  const created = [...[...fresh].filter(([productId]) => !conflicts.has(productId)), ...late];
  const references: ReferenceChange[] = [
    ...created.map(([productId, product]) => ({ productId, isNew: true, references: product.references })),
    ...listReferenceChanges(
      structure,
      updated.map(({ write: { productId, state } }) => ({ productId, before: stored.get(productId), after: state })),
    ),
  ];
  await passage.enter('assets');
  await saveReferences(transaction, clientId, references);
  return { folded, met: conflicts.size > 0 };
}

/** Categories of a batch that this import has not seen stored yet. */
function newCategories(session: ImportSession, products: readonly PreparedProduct[]): string[] {
  const categories = new Set(
    products.map((product) => product.category).filter((category) => typeof category === 'string'),
  );
  return [...categories.difference(session.knownCategories)];
}

/**
 * Stores one prepared batch inside the caller's transaction. Locks are taken in the order definitions, categories, packaging, products, assets,
 * as everywhere.
 * @throws JudgedByOldDefinitions the caller judges again
 */
export async function applyBatch(
  transaction: Connection,
  session: ImportSession,
  batch: PreparedBatch,
  passage: Passage,
): Promise<AppliedBatch> {
  const { clientId } = session.wish;
  await passage.enter('definitions');
  await lockDefinitions(transaction, batch);
  const categories = newCategories(session, batch.products);
  await createSeenCategories(transaction, clientId, categories);
  const cycles = await rejectCycles(transaction, clientId, batch.products, mergeModeOf(session));
  const rejectedByCycle = new Set(cycles.map((problem) => problem.index));
  await passage.enter('products');
  const { folded, met } = await storeProducts(
    transaction,
    session,
    batch.structure,
    await withoutRejected(session, batch, rejectedByCycle),
    passage,
  );
  const problems = [...batch.problems, ...cycles].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const count = (of: 'created' | 'updated' | 'unchanged') => folded.reduce((sum, item) => sum + item[of], 0);
  const tally = {
    handled: batch.items.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged') + batch.unchanged,
    rejected: batch.rejected + cycles.length,
    errors: problems.length,
    warnings: batch.warnings.length,
  };
  return { tally, problems, createdAttributes: batch.seen.map((seen) => seen.id), categories, met };
}
