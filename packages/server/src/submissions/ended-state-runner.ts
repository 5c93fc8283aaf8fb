import { createWorker, type Database, transaction, type Worker, type WorkerDeps } from '../platform/index.ts';
import { deleteStates, deleteTallies, findEndedConnection, lockEnded } from './progress/ended-state-store.ts';

/** Maximum number of states that one transaction deletes. */
const batch = 5_000;

/**
 * Deletes the next states of products on an ended connection. If the client connects again before all are deleted, the database deletes the
 * rest when the new connection is created.
 * @returns false if there is nothing to delete
 */
export function deleteEndedStates(database: Database, limit = batch): Promise<boolean> {
  return transaction(database, async (opened) => {
    const key = await findEndedConnection(opened);
    if (key === undefined) return false;
    if (!(await lockEnded(opened, key))) return true;
    const deleted = await deleteStates(opened, key, limit);
    if (deleted < limit) await deleteTallies(opened, key);
    return true;
  });
}

/** Starts the worker that deletes the states of products on ended connections, one batch after another. */
export const startEndedStates = (deps: WorkerDeps & { database: Database }): Worker =>
  createWorker(deps, {
    name: 'states of ended connections',
    everyMs: 60_000,
    next: () => deleteEndedStates(deps.database),
  });
