import type { ItemProblem } from '@pimento/contract';
import { listReferenceChanges, listReferences, type ReferenceChange } from '../../assets/core.ts';
import {
  appendHistory,
  insertProducts,
  lockProducts,
  type MergeMode,
  type ProductPatch,
  type ProductState,
  updateProducts,
} from '../../catalog/core.ts';
import type { ProductId, Transaction } from '../../platform/core.ts';
import { judgeExpectations } from '../judge/expectation-rules.ts';
import { foldProduct, groupByProduct } from '../judge/import-fold.ts';
import type { FoldedProduct, PreparedProduct, ProductGroup } from '../judge/import-types.ts';
import { patchesOf, type PreparedBatch } from './import-prepare.ts';
import { type ImportSession, mergeModeOf } from './import-session.ts';
import { startTimeSlice } from './time-slice.ts';

/** The results for some products of a batch. */
export interface MergedProducts {
  folded: FoldedProduct[];
  /** Problems of the payloads that were not applied because their expectations are not satisfied. */
  problems: ItemProblem[];
  references: ReferenceChange[];
  /** Products that existed before the batch. */
  existing: Set<ProductId>;
}

/** The payloads of one product and their result. `after` is undefined if no payload may be applied. */
interface Merge {
  group: ProductGroup;
  before: ProductState | undefined;
  after: FoldedProduct | undefined;
  problems: ItemProblem[];
}

const isGroup = (payloads: readonly PreparedProduct[]): payloads is ProductGroup => payloads.length > 0;

function mergeGroup(
  before: ProductState | undefined,
  group: ProductGroup,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): Merge {
  if (group.every(({ expected }) => expected === undefined))
    return { group, before, after: foldProduct(before, group, mode, patchOf), problems: [] };
  const { satisfied, problems } = judgeExpectations(before, group, mode, patchOf);
  const after = isGroup(satisfied) ? foldProduct(before, satisfied, mode, patchOf) : undefined;
  return { group, before, after, problems };
}

async function mergeGroups(
  session: ImportSession,
  batch: PreparedBatch,
  groups: readonly ProductGroup[],
  stored: ReadonlyMap<string, ProductState>,
): Promise<Merge[]> {
  const mode = mergeModeOf(session);
  const patchOf = patchesOf(session, batch);
  const merges: Merge[] = [];
  const slice = startTimeSlice();
  for (const group of groups) {
    if (slice.isOver()) await slice.next();
    merges.push(mergeGroup(stored.get(group[0].productId), group, mode, patchOf));
  }
  return merges;
}

/** Stores the inserts, updates and history entries of merges. */
async function storeMerges(
  transaction: Transaction,
  session: ImportSession,
  merges: readonly Merge[],
): Promise<Set<ProductId>> {
  const { clientId, actor, jobId } = session.request;
  const origin = { actor, jobId };
  const writesOf = (isWritten: (merge: Merge, after: FoldedProduct) => boolean) =>
    merges.flatMap((merge) => (merge.after && isWritten(merge, merge.after) ? [merge.after.write] : []));
  const conflicts = await insertProducts(
    transaction,
    clientId,
    writesOf(({ before }) => !before),
    origin,
  );
  await updateProducts(
    transaction,
    clientId,
    writesOf(({ before }, after) => before !== undefined && after.updated > 0),
  );
  const history = merges.flatMap(({ after }) => {
    if (!after || conflicts.has(after.write.productId)) return [];
    const { productId } = after.write;
    return after.history.map((changes) => ({ productId, historyId: session.deps.clock.newId(), changes }));
  });
  await appendHistory(transaction, clientId, history, origin);
  return conflicts;
}

function referenceChangesOf({ structure }: PreparedBatch, merges: readonly Merge[]): ReferenceChange[] {
  const created: ReferenceChange[] = [];
  const updated: Parameters<typeof listReferenceChanges>[1][number][] = [];
  for (const { before, after } of merges) {
    if (!after) continue;
    const { productId, state } = after.write;
    if (before) {
      if (after.updated > 0) updated.push({ productId, before, after: state });
      continue;
    }
    const references = listReferences(structure, state);
    if (references.size > 0) created.push({ productId, isNew: true, references });
  }
  return [...created, ...listReferenceChanges(structure, updated)];
}

/**
 * Creates products, merges payloads into stored products under row locks, and appends history. Products are inserted before stored products
 * are locked, so that a transaction that waits for a concurrent insert holds no locks on stored products. If an insert finds that its
 * product exists, the product is merged in a second round.
 * @param expectedNew products that are inserted without looking them up, in id order
 * @param others in id order
 */
export async function mergeProducts(
  transaction: Transaction,
  session: ImportSession,
  batch: PreparedBatch,
  { expectedNew, others }: { expectedNew: readonly PreparedProduct[]; others: readonly ProductGroup[] },
): Promise<MergedProducts> {
  const merged: MergedProducts = { folded: [], problems: [], references: [], existing: new Set() };

  /** @returns the groups whose products already existed when the insert ran */
  async function mergeRound(
    groups: readonly ProductGroup[],
    stored: ReadonlyMap<string, ProductState>,
  ): Promise<ProductGroup[]> {
    const merges = await mergeGroups(session, batch, groups, stored);
    const conflicts = await storeMerges(transaction, session, merges);
    const done = merges.filter(({ group }) => !conflicts.has(group[0].productId));
    for (const { group, before, after, problems } of done) {
      if (after) merged.folded.push(after);
      if (before) merged.existing.add(group[0].productId);
      merged.problems.push(...problems);
    }
    merged.references.push(...referenceChangesOf(batch, done));
    return groups.filter(([{ productId }]) => conflicts.has(productId));
  }

  const found = await mergeRound(
    expectedNew.map((product): ProductGroup => [product]),
    new Map(),
  );
  let waiting = found.length > 0 ? groupByProduct([...found, ...others].flat()) : others;
  while (waiting.length > 0) {
    const ids = waiting.map(([{ productId }]) => productId);
    waiting = await mergeRound(waiting, await lockProducts(transaction, session.request.clientId, ids));
  }
  return merged;
}
