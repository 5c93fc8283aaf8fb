import type { ItemProblem } from '@pimento/contract';
import { listReferenceChanges, type ReferenceChange, saveReferences } from '../assets/core.ts';
import {
  appendHistory,
  headBetween,
  type HistoryWrite,
  insertProducts,
  lockPackaging,
  lockProducts,
  type MergeMode,
  type ProductRows,
  type ProductState,
  updateProducts,
  valuesBetween,
} from '../catalog/core.ts';
import type { ByteArena, Connection } from '../platform/core.ts';
import { createSeenAttributes, createSeenCategories, lockStructure } from '../structure/core.ts';
import { type FoldedState, foldProduct, groupByProduct } from './import-fold.ts';
import { patchesOf, prepareFresh, type PreparedBatch, sortProducts } from './import-prepare.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import type { Folded, FreshProduct, ImportTally, PreparedProduct } from './import-types.ts';
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
    path: `/products/${product.item.index}/PACKAGING`,
    message: `The links would close a cycle: ${cycle.map((id) => `"${id}"`).join(' → ')}.`,
    productId: product.productId,
    index: product.item.index,
  }));
}

/** A batch without the products that turned out to close a cycle. */
async function withoutRejected(
  session: ImportSession,
  batch: PreparedBatch,
  rejected: ReadonlySet<number | undefined>,
): Promise<PreparedBatch> {
  if (rejected.size === 0) return batch;
  const products = batch.products.filter(({ item }) => !rejected.has(item.index));
  const rest = { ...batch, products };
  return { ...rest, ...(await sortProducts(session, rest)) };
}

const rowsOf = (arena: ByteArena, products: readonly FreshProduct[]): ProductRows => ({
  productIds: products.map(({ productId }) => productId),
  heads: arena.join(
    products.map(({ head }) => head),
    headBetween,
  ),
  values: arena.join(
    products.map(({ values }) => values),
    valuesBetween,
  ),
});

/** A stored product with what a batch makes of it. */
interface Merged {
  productId: string;
  before: ProductState;
  after: FoldedState;
}

/** Of new products, too: their later payloads in the same batch changed them. */
function historyOf(
  session: ImportSession,
  merged: readonly Merged[],
  created: readonly FreshProduct[],
): HistoryWrite[] {
  const write = (productId: string, { history }: Folded): HistoryWrite[] =>
    history.map((changes) => ({ productId, historyId: session.deps.clock.newId(), changes }));
  return [
    ...merged.flatMap(({ productId, after }) => write(productId, after)),
    ...created
      .filter(({ folded }) => folded.history.length > 0)
      .flatMap(({ productId, folded }) => write(productId, folded)),
  ];
}

/** Stores the products of a batch that have passed every check: inserts what is new, merges into what exists, skips what is equal. */
async function storeProducts(
  transaction: Connection,
  session: ImportSession,
  batch: PreparedBatch,
  passage: Passage,
): Promise<{ folded: Folded[]; met: boolean }> {
  const { arena, structure, products, fresh } = batch;
  const { clientId, actor, jobId } = session.wish;
  const origin = { actor, jobId };
  const conflicts = await insertProducts(transaction, clientId, rowsOf(arena, fresh), origin);
  const inserted = conflicts.size === 0 ? fresh : fresh.filter(({ productId }) => !conflicts.has(productId));
  const isMet = conflicts.size > 0;
  const met = products.filter(({ productId }) => conflicts.has(productId));
  const others = isMet ? groupByProduct([...batch.others.flat(), ...met]) : batch.others;
  const stored = await lockProducts(
    transaction,
    clientId,
    others.map(([{ productId }]) => productId),
  );
  const merged = others.flatMap((group): Merged[] => {
    const [{ productId }] = group;
    const before = stored.get(productId);
    if (!before) return [];
    return [{ productId, before, after: foldProduct(before, group, mergeModeOf(session), patchesOf(batch)) }];
  });
  const absent = others.filter(([{ productId }]) => !stored.has(productId));
  const late = await prepareFresh(session, batch, absent);
  if ((await insertProducts(transaction, clientId, rowsOf(arena, late), origin)).size > 0) throw new ProductVanished();
  const updated = merged.filter(({ after }) => after.updated > 0);
  await updateProducts(
    transaction,
    clientId,
    updated.map(({ after }) => after.write),
  );
  const created = [...inserted, ...late];
  await appendHistory(transaction, clientId, historyOf(session, merged, created), origin);
  const references: ReferenceChange[] = [
    ...created
      .filter((product) => product.references.size > 0)
      .map((product) => ({ productId: product.productId, isNew: true, references: product.references })),
    ...listReferenceChanges(
      structure,
      updated.map(({ productId, before, after }) => ({ productId, before, after: after.write.state })),
    ),
  ];
  await passage.enter('assets');
  await saveReferences(transaction, clientId, references);
  return { folded: [...created.map(({ folded }) => folded), ...merged.map(({ after }) => after)], met: isMet };
}

/** Categories of a batch that this import has not seen stored yet. */
const newCategories = (session: ImportSession, { categories }: PreparedBatch): string[] => [
  ...categories.difference(session.knownCategories),
];

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
  const categories = newCategories(session, batch);
  await createSeenCategories(transaction, clientId, categories);
  const cycles = await rejectCycles(transaction, clientId, batch.products, mergeModeOf(session));
  const rejectedByCycle = new Set(cycles.map((problem) => problem.index));
  await passage.enter('products');
  const { folded, met } = await storeProducts(
    transaction,
    session,
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
