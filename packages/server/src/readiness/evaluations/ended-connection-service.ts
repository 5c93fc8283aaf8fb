import { type Database, transaction } from '../../platform/core.ts';
import { lockClientEvaluations } from './change-store.ts';
import { findEndedConnection, isConnected, listFirstEvaluated } from './ended-connection-views.ts';
import { countDifference } from './evaluation-difference-rules.ts';
import { addToTallies, deleteCounts, deleteEvaluations, listStoredEvaluations } from './evaluation-store.ts';
import type { TallyDifference } from './evaluation-types.ts';

/** Maximum number of evaluations that one transaction deletes. */
const chunkSize = 1_000;

/**
 * Deletes the next evaluations of an ended connection, and their counts. Its mapping, rulesets and overrides are kept. If the client
 * connects again before the deletion is complete, the remaining evaluations are kept, and the pass of the new connection adds the missing
 * ones.
 * @returns false if there is nothing to delete
 */
export async function deleteEndedEvaluations(database: Database): Promise<boolean> {
  return transaction(database, async (opened) => {
    const key = await findEndedConnection(opened);
    if (key === undefined) return false;
    await lockClientEvaluations(opened, key.clientId);
    if (await isConnected(opened, key)) return true;
    const productIds = await listFirstEvaluated(opened, key, chunkSize);
    const stored = await listStoredEvaluations(opened, key.clientId, [key.channelId], productIds);
    const tallies: TallyDifference = new Map();
    for (const row of stored) countDifference(tallies, row, undefined);
    await deleteEvaluations(opened, key.clientId, stored);
    if (productIds.length < chunkSize) await deleteCounts(opened, key);
    else await addToTallies(opened, key.clientId, key.channelId, tallies);
    return true;
  });
}
