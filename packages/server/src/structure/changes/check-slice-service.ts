import { planWithoutSorting, type Transaction } from '../../platform/index.ts';
import { listAttributeRows } from '../state/attribute-row-store.ts';
import type { StructureState } from '../state/structure-store.ts';
import { fitValues, type ValueCheck } from '../stored-values/held-value-rules.ts';
import { listHeldPage, listHeldValues } from '../stored-values/held-value-store.ts';
import { type ChangeDeps, lockDefinitions } from './change-lock-service.ts';
import { addFitted, changesForms, type CheckTally, emptyTally, hashOfChecks, misfitRefusal } from './change-rules.ts';
import { type ChangeKey, saveChange, takeWrites, watchWrites } from './change-store.ts';
import type { OpenChange } from './change-types.ts';
import { applyMerge, listChangedAttributes, type Merge, mergeDefinitions } from './merge-service.ts';
import { rootsOf, sliceMs } from './slice-rules.ts';

/**
 * If a slice without the lock on the definitions has found more recorded writes than this, another such slice follows. Otherwise the
 * remaining writes are checked under the lock.
 */
const fewWrites = 2;
/** Maximum number of recorded writes that one slice checks again. Each contains up to 1,000 products. */
const sliceWrites = 20;

async function readMerge(
  transaction: Transaction,
  { clientId, definitions }: OpenChange,
  state: Pick<StructureState, 'nextPosition'>,
): Promise<Merge> {
  return mergeDefinitions(await listAttributeRows(transaction, clientId), definitions ?? [], state);
}

/**
 * Starts a check. From now on, writers record the products that they write, unless the check is a preview, which does not need these
 * records.
 */
export async function beginCheck(transaction: Transaction, change: OpenChange): Promise<void> {
  const { clientId, changeId, dryRun } = change;
  const state = dryRun ? { nextPosition: 1 } : await lockDefinitions(transaction, change);
  const merge = await readMerge(transaction, change, state);
  if (!dryRun) await watchWrites(transaction, clientId, changeId);
  await saveChange(transaction, change, { ...startOf(merge), watching: !dryRun });
}

/**
 * Reads the checks of a change. If the stored definitions have changed and this affects the checks, restarts the check and returns
 * undefined.
 */
async function readChecks(transaction: Transaction, change: OpenChange): Promise<ValueCheck[] | undefined> {
  const { checks } = await readMerge(transaction, change, { nextPosition: 1 });
  if (hashOfChecks(checks) === change.checksHash) return checks;
  await restartCheck(transaction, change);
  return undefined;
}

/**
 * Restarts the check from the first product. Leaves `watching` unchanged, so the writers of a change that is not a preview continue to
 * record products.
 */
async function restartCheck(transaction: Transaction, change: OpenChange): Promise<void> {
  await saveChange(transaction, change, startOf(await readMerge(transaction, change, { nextPosition: 1 })));
}

/** Returns the initial state of a check. */
const startOf = (merge: Merge) => ({
  ...emptyTally,
  attributes: listChangedAttributes(merge),
  checksHash: hashOfChecks(merge.checks),
  scanned: merge.checks.length === 0,
  reached: '',
});

const tallyOf = ({ checked, holders, toConvert, misfits, misfitCounts, samples }: OpenChange): CheckTally => ({
  checked,
  holders,
  toConvert,
  misfits,
  misfitCounts,
  samples,
});

/** Checks the next products for 200 ms. */
export async function checkSlice(transaction: Transaction, { clock }: ChangeDeps, change: OpenChange): Promise<void> {
  const checks = await readChecks(transaction, change);
  if (!checks) return;
  const tally = tallyOf(change);
  const roots = rootsOf(checks);
  const ends = clock.monotonic() + sliceMs;
  await planWithoutSorting(transaction);
  let { reached } = change;
  let scanned = false;
  while (!scanned && clock.monotonic() < ends) {
    const page = await listHeldPage(transaction, change.clientId, roots, reached);
    for (const { productId, values } of page.holders)
      addFitted(tally, productId, fitValues(values, checks), { counted: true });
    tally.checked += page.products;
    reached = page.through ?? reached;
    scanned = page.through === undefined;
  }
  await saveChange(transaction, change, { ...tally, reached, scanned });
}

/** Rechecks the products that were written during the check. Only products with invalid values change the counts. */
async function checkAgain(
  transaction: Transaction,
  change: OpenChange,
  checks: readonly ValueCheck[],
  productIds: readonly string[],
): Promise<{ tally: CheckTally; hasConvertible: boolean }> {
  const tally = tallyOf(change);
  let hasConvertible = false;
  const held = await listHeldValues(transaction, change.clientId, rootsOf(checks), [...new Set(productIds)]);
  for (const { productId, values } of held) {
    const fitted = fitValues(values, checks);
    hasConvertible ||= fitted.changes.length > 0;
    addFitted(tally, productId, fitted, { counted: false });
  }
  return { tally, hasConvertible };
}

async function refuse(
  transaction: Transaction,
  change: ChangeKey,
  tally: CheckTally,
  checks: readonly ValueCheck[],
): Promise<void> {
  const problem = misfitRefusal(tally, checks);
  await saveChange(transaction, change, { ...tally, status: 'Refused', problem }, 'finished');
}

/**
 * Continues after all products have been checked. Refuses the change, ends a preview, checks recent writes again, or stores the
 * definitions.
 */
export async function finishCheck(transaction: Transaction, deps: ChangeDeps, change: OpenChange): Promise<void> {
  const checks = await readChecks(transaction, change);
  if (!checks) return;
  if (change.misfits > 0) return refuse(transaction, change, tallyOf(change), checks);
  if (change.dryRun) return saveChange(transaction, change, { status: 'Previewed' }, 'finished');
  const writes = await takeWrites(transaction, change, sliceWrites);
  const { tally, hasConvertible } = await checkAgain(transaction, change, checks, writes.flat());
  if (tally.misfits > 0) return refuse(transaction, change, tally, checks);
  const toConvert = Math.max(change.toConvert, Number(hasConvertible));
  if (writes.length > fewWrites) return saveChange(transaction, change, { toConvert });
  return switchDefinitions(transaction, deps, { ...change, toConvert });
}

/**
 * Checks the products that were written last and stores the definitions, in one transaction and under the lock that every writer needs.
 * Values that are still stored in the old form (list or single text) are from then on converted whenever they are read.
 */
async function switchDefinitions(transaction: Transaction, deps: ChangeDeps, change: OpenChange): Promise<void> {
  const { clientId } = change;
  const state = await lockDefinitions(transaction, change);
  const merge = await readMerge(transaction, change, state);
  if (hashOfChecks(merge.checks) !== change.checksHash) return restartCheck(transaction, change);
  const writes = await takeWrites(transaction, change, Number.MAX_SAFE_INTEGER);
  const { tally, hasConvertible } = await checkAgain(transaction, change, merge.checks, writes.flat());
  if (tally.misfits > 0) return refuse(transaction, change, tally, merge.checks);
  const answer = await applyMerge(transaction, deps.onTypeChange, clientId, { merge, state });
  await watchWrites(transaction, clientId, null);
  const converts = changesForms(change.attributes) && (change.toConvert > 0 || hasConvertible);
  const status = converts ? 'Converting' : 'Completed';
  const saved = { status, answer, watching: false, reached: '', toConvert: change.toConvert } as const;
  await saveChange(transaction, change, saved, 'switched', ...(converts ? [] : (['finished'] as const)));
}
