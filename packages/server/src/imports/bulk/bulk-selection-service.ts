import { findMatchingIds, isChosen, resolveFilter } from '../../catalog/core.ts';
import { type Clock, type Database, transaction } from '../../platform/core.ts';
import { loadStructure } from '../../structure/core.ts';
import { appendParts, deleteParts, partProducts, saveChosen, saveCreated } from './bulk-store.ts';
import type { BulkKey, BulkPlan } from './bulk-types.ts';
import { countFixed, findLastFixed, findPart } from './bulk-views.ts';
import { findImportedPage, listChanged } from './undo-views.ts';

/** Maximum number of chosen products that one transaction stores. Transactions are short, so that a cancelled bulk edit ends soon. */
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
    const predicate = isChosen(clientId, { filter: resolved, except, startedAt, asOf: null });
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
 * Stores the products that the undone import has changed, page by page, and counts those that it created.
 * @param undone the undone import
 */
async function fixImported({ database, owner }: SelectionDeps, key: BulkKey, undone: BulkKey): Promise<void> {
  const created = { unchanged: 0, changed: 0 };
  for (let after = ''; ;) {
    const page = await findImportedPage(database, undone, after);
    if (page.end === undefined) break;
    created.unchanged += page.created.unchanged;
    created.changed += page.created.changed;
    // called even without products, because it throws if the undo was cancelled
    await transaction(database, (opened) => appendParts(opened, key, owner, page.updated));
    after = page.end;
  }
  await saveCreated(database, key, created);
}

/**
 * Stores the list of chosen products before the first product changes. A changed product may no longer match the filter, and a resumed edit
 * needs the same list. Continues an incomplete list of an earlier run. The incomplete list of an undo is deleted and built again.
 * @throws JobLostError
 * @throws PimentoError invalid-parameter if an attribute of the filter no longer exists
 */
export async function fixSelection(deps: SelectionDeps, key: BulkKey, plan: BulkPlan): Promise<void> {
  if (plan.isFixed) return;
  if (plan.undoes === null) while (await fixNextMatching(deps, key, plan));
  else {
    // The stored parts do not show from which parts of the undone edit they were made, so an interrupted undo starts from the beginning.
    await transaction(deps.database, (opened) => deleteParts(opened, key, deps.owner));
    const undone = { clientId: key.clientId, jobId: plan.undoes };
    await (plan.undoesImport ? fixImported : fixUndone)(deps, key, undone);
  }
  await saveChosen(deps.database, key, await countFixed(deps.database, key));
}
