import { findMatchingIds, isChosen, resolveFilter } from '../../catalog/core.ts';
import { type Clock, type Database, transaction } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { appendParts, deleteParts, partProducts, saveChosen } from './bulk-store.ts';
import type { BulkKey, BulkPlan } from './bulk-types.ts';
import { countFixed, findLastFixed, findPart, listChanged } from './bulk-views.ts';

/** Number of products per transaction. Transactions are short, so that a cancelled bulk edit ends soon. */
const stepProducts = 10 * partProducts;

export interface SelectionDeps {
  database: Database;
  clock: Clock;
  owner: string;
}

/**
 * Stores the next matching products.
 * @returns false if there are no more
 */
async function fixNextMatching(
  { database, clock, owner }: SelectionDeps,
  key: BulkKey,
  { filter, except, startedAt }: BulkPlan,
): Promise<boolean> {
  const { clientId } = key;
  return transaction(database, async (opened) => {
    const resolved = resolveFilter(await loadStructure(opened, clientId), filter ?? {});
    const last = await findLastFixed(opened, key);
    const predicate = isChosen({ filter: resolved, except, startedAt, asOf: null });
    const query = { clientId, filter: resolved, predicate, after: last, limit: stepProducts };
    const found = await findMatchingIds({ clock, connection: opened }, query);
    if (found.length > 0) await appendParts(opened, key, owner, found);
    return found.length > 0;
  });
}

/**
 * Stores the products that the undone bulk edit changed, part by part.
 * @param undone the undone bulk edit
 */
async function fixUndone({ database, owner }: SelectionDeps, key: BulkKey, undone: BulkKey): Promise<void> {
  for (let partNo = 0; ; partNo++) {
    const ids = await findPart(database, undone, partNo);
    if (!ids) return;
    const productIds = await listChanged(database, undone, ids);
    if (productIds.length === 0) continue;
    await transaction(database, (opened) => appendParts(opened, key, owner, productIds));
  }
}

/**
 * Stores the chosen products of a bulk edit before the first product changes. Afterwards, a changed product may no longer match the filter,
 * and a resumed edit must continue with the same products. If an earlier process stored some of the products, continues after them.
 * @throws JobLostError, PimentoError invalid-parameter if an attribute of the filter no longer exists
 */
export async function fixSelection(deps: SelectionDeps, key: BulkKey, plan: BulkPlan): Promise<void> {
  if (plan.isFixed) return;
  if (plan.undoes === null) while (await fixNextMatching(deps, key, plan));
  else {
    // The stored parts do not show from which parts of the undone edit they were made, so an interrupted undo starts from the beginning.
    await transaction(deps.database, (opened) => deleteParts(opened, key, deps.owner));
    await fixUndone(deps, key, { clientId: key.clientId, jobId: plan.undoes });
  }
  await saveChosen(deps.database, key, await countFixed(deps.database, key));
}
