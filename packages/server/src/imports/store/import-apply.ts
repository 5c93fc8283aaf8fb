import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { listReferenceChanges, type ReferenceChange, saveReferences } from '../../assets/core.ts';
import {
  appendHistory,
  copyProducts,
  type HistoryWrite,
  insertProducts,
  lockPackaging,
  lockProducts,
  type MergeMode,
  type ProductPatch,
  type ProductRows,
  type ProductState,
  rowsEnd,
  rowsStart,
  updateProducts,
} from '../../catalog/core.ts';
import type { ByteArena, ClientId, ProductId, Transaction } from '../../platform/core.ts';
import { createSeenAttributes, createSeenCategories, lockStructure } from '../../structure/core.ts';
import { meetExpectations } from '../judge/expectation-rules.ts';
import { createdOnce, type FoldedState, foldProduct, groupByProduct } from '../judge/import-fold.ts';
import { patchesOf, prepareFresh, type PreparedBatch, sortProducts } from './import-prepare.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import type { Folded, FreshProduct, ImportTally, PreparedProduct, ProductGroup } from '../judge/import-types.ts';
import { findPackagingCycles } from './packaging-check.ts';
import type { Passage } from './passage.ts';

/** Definitions changed since the batch was judged. */
export class JudgedByOldDefinitions extends Error {}
/** The links of the batch have to be checked before its products are stored. */
export class LinksComeFirst extends Error {}
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

async function lockDefinitions(transaction: Transaction, batch: PreparedBatch): Promise<void> {
  const { clientId, judgedVersion } = batch.structure;
  const state = await lockStructure(transaction, clientId, batch.seen.length > 0 ? 'update' : 'share');
  if (state.judgedVersion !== judgedVersion) throw new JudgedByOldDefinitions();
  if (batch.seen.length === 0) return;
  const created = await createSeenAttributes(transaction, clientId, batch.seen, state);
  if (created < batch.seen.length) throw new JudgedByOldDefinitions();
}

const hasLinks = ({ packaging }: PreparedProduct): boolean => (packaging ?? null) !== null;

/**
 * Whether links can be checked behind the products, so that the next batch need not wait for the end of this one: all links are of new
 * products that stand in the batch once. They had none before, so the batch closes a cycle if one is there in the end.
 */
function linksAreNew({ others, fresh }: PreparedBatch): boolean {
  return !others.some((group) => group.some(hasLinks)) && fresh.every((product) => product.folded === createdOnce);
}

async function rejectCycles(
  transaction: Transaction,
  clientId: ClientId,
  products: readonly PreparedProduct[],
  mode: MergeMode,
): Promise<ItemProblem[]> {
  if (!products.some(hasLinks)) return [];
  await lockPackaging(transaction, clientId);
  const cycles = await findPackagingCycles(transaction, clientId, products, mode);
  return [...cycles].map(
    ([
      {
        productId,
        item: { index },
      },
      cycle,
    ]) => ({
      ...problem('packaging-cycle', { kind: 'cycle', productIds: cycle }),
      path: `/products/${index}/PACKAGING`,
      productId,
      index,
    }),
  );
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
  bytes: arena.join(
    products.map(({ row }) => row),
    { before: rowsStart, after: rowsEnd },
  ),
});

/** A stored product with what a batch makes of it. */
interface Merged {
  productId: ProductId;
  before: ProductState;
  after: FoldedState;
}

/** Of new products, too: their later payloads in the same batch changed them. */
function historyOf(
  session: ImportSession,
  merged: readonly Merged[],
  created: readonly FreshProduct[],
): HistoryWrite[] {
  const write = (productId: ProductId, { history }: Folded): HistoryWrite[] =>
    history.map((changes) => ({ productId, historyId: session.deps.clock.newId(), changes }));
  return [
    ...merged.flatMap(({ productId, after }) => write(productId, after)),
    ...created
      .filter(({ folded }) => folded.history.length > 0)
      .flatMap(({ productId, folded }) => write(productId, folded)),
  ];
}

const isGroup = (payloads: readonly PreparedProduct[]): payloads is ProductGroup => payloads.length > 0;

/** Without the payloads whose senders expected something else to be stored. */
function withoutUnmet(
  groups: readonly ProductGroup[],
  stored: ReadonlyMap<string, ProductState>,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): { rest: ProductGroup[]; unmet: ItemProblem[] } {
  const unmet: ItemProblem[] = [];
  const rest = groups.flatMap((group): ProductGroup[] => {
    if (group.every(({ expected }) => expected === undefined)) return [group];
    const { met, problems } = meetExpectations(stored.get(group[0].productId), group, mode, patchOf);
    unmet.push(...problems);
    return isGroup(met) ? [met] : [];
  });
  return { rest, unmet };
}

/** How a batch is tried. */
export interface Attempt {
  passage: Passage;
  /** Links are checked before anything is stored. */
  linksFirst: boolean;
  /** What is taken for new is stored without a look whether it exists. */
  blindly: boolean;
}

interface StoredBatch {
  folded: Folded[];
  /** Why payloads were left out whose senders expected something else to be stored. */
  unmet: ItemProblem[];
  references: ReferenceChange[];
  /** Products that existed where none was expected. */
  conflicts: ReadonlySet<string>;
}

async function copyNew(transaction: Transaction, rows: ProductRows): Promise<Set<string>> {
  await copyProducts(transaction, rows);
  return new Set();
}

/** Stores the products of a batch that have passed every check: inserts what is new, merges into what exists, skips what is equal. */
async function storeProducts(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  { passage, blindly }: Attempt,
): Promise<StoredBatch> {
  const { arena, structure, products, fresh } = batch;
  const { clientId, actor, jobId } = session.wish;
  const origin = { actor, jobId };
  // Put together while the batch ahead is still being inserted.
  const rows = rowsOf(arena, fresh);
  await passage.enter('products');
  const conflicts = blindly
    ? await copyNew(transaction, rows)
    : await insertProducts(transaction, clientId, rows, origin);
  const inserted = conflicts.size === 0 ? fresh : fresh.filter(({ productId }) => !conflicts.has(productId));
  const met = products.filter(({ productId }) => conflicts.has(productId));
  const others = met.length > 0 ? groupByProduct([...batch.others.flat(), ...met]) : batch.others;
  const stored = await lockProducts(
    transaction,
    clientId,
    others.map(([{ productId }]) => productId),
  );
  const { rest, unmet } = withoutUnmet(others, stored, mergeModeOf(session), patchesOf(batch));
  const merged = rest.flatMap((group): Merged[] => {
    const [{ productId }] = group;
    const before = stored.get(productId);
    if (!before) return [];
    return [{ productId, before, after: foldProduct(before, group, mergeModeOf(session), patchesOf(batch)) }];
  });
  const absent = rest.filter(([{ productId }]) => !stored.has(productId));
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
  return {
    folded: [...created.map(({ folded }) => folded), ...merged.map(({ after }) => after)],
    unmet,
    references,
    conflicts,
  };
}

/** Categories of a batch that this import has not seen stored yet. */
const newCategories = (session: ImportSession, { categories }: PreparedBatch): string[] => [
  ...categories.difference(session.knownCategories),
];

/** The problems of links that would close a cycle, of a batch that is not stored yet. */
async function checkFirst(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  passage: Passage,
): Promise<ItemProblem[]> {
  await passage.follow('packaging');
  return rejectCycles(transaction, session.wish.clientId, batch.products, mergeModeOf(session));
}

/** @throws LinksComeFirst where links of a batch that is stored already may not stay */
async function checkAfterwards(
  transaction: Transaction,
  session: ImportSession,
  { products }: PreparedBatch,
  conflicts: ReadonlySet<string>,
): Promise<void> {
  const wereStored = products.some((product) => hasLinks(product) && conflicts.has(product.productId));
  if (wereStored) throw new LinksComeFirst();
  const cycles = await rejectCycles(transaction, session.wish.clientId, products, mergeModeOf(session));
  if (cycles.length > 0) throw new LinksComeFirst();
}

/**
 * Stores one prepared batch inside the caller's transaction. Locks are taken in the order definitions, categories, products, packaging, assets,
 * as everywhere; packaging comes before products where links may be refused that were stored differently before, which may meet another
 * import halfway: the database ends one of the two, and it is run again.
 * @throws JudgedByOldDefinitions the caller judges again
 * @throws LinksComeFirst the caller calls again with `linksFirst`
 * @throws ProductsMet the caller calls again without `blindly`
 */
export async function applyBatch(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  attempt: Attempt,
): Promise<AppliedBatch> {
  const { clientId } = session.wish;
  const { passage, linksFirst } = attempt;
  await passage.enter('definitions');
  await lockDefinitions(transaction, batch);
  const categories = newCategories(session, batch);
  await createSeenCategories(transaction, clientId, categories);
  const afterwards = !linksFirst && linksAreNew(batch);
  const cycles = afterwards ? [] : await checkFirst(transaction, session, batch, passage);
  const rejectedByCycle = new Set(cycles.map((problem) => problem.index));
  const accepted = await withoutRejected(session, batch, rejectedByCycle);
  const { folded, unmet, references, conflicts } = await storeProducts(transaction, session, accepted, attempt);
  if (afterwards) {
    await passage.enter('packaging');
    await checkAfterwards(transaction, session, batch, conflicts);
  }
  await passage.enter('assets');
  await saveReferences(transaction, clientId, references);
  const problems = [...batch.problems, ...cycles, ...unmet].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const count = (of: 'created' | 'updated' | 'unchanged') => folded.reduce((sum, item) => sum + item[of], 0);
  const tally = {
    handled: batch.items.length,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged') + batch.unchanged,
    rejected: batch.rejected + cycles.length + new Set(unmet.map(({ index }) => index)).size,
    errors: problems.length,
    warnings: batch.warnings.length,
  };
  const createdAttributes = batch.seen.map((seen) => seen.id);
  return { tally, problems, createdAttributes, categories, met: conflicts.size > 0 };
}
