import {
  createWorker,
  type Database,
  lockRetention,
  runPaced,
  saveRetention,
  transaction,
  type Worker,
  type WorkerDeps,
} from '../../platform/index.ts';
import { deleteOldChanges, findNextClient, type HistoryCursor } from './history-retention-store.ts';

export interface HistoryRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which changes of products are kept; 0 keeps them forever. */
  historyDays: number;
}

const dayMs = 86_400_000;
/** Takes about 100 ms. */
const batch = 5_000;

/** Deletes the next old changes, once a day those of all clients. @returns true if more changes may be left */
function deleteBatch({ database, clock, historyDays }: HistoryRetentionDeps): Promise<boolean> {
  return transaction(database, async (opened) => {
    const state = await lockRetention<HistoryCursor>(opened, 'history');
    if (!state || (state.cursor === null && state.isRecent)) return false;
    const before = new Date(clock.now().getTime() - historyDays * dayMs);
    // a cursor of the former version has no time
    const isCursor = state.cursor?.at !== undefined;
    const start = isCursor ? state.cursor : await findNextClient(opened, '', before);
    const { cursor, deleted } = start ? await deleteOldChanges(opened, start, { before, limit: batch }) : nothing;
    const next = cursor ?? (start && (await findNextClient(opened, start.clientId, before)));
    await saveRetention(opened, 'history', { cursor: next, deleted });
    return next !== null;
  });
}

const nothing = { cursor: undefined, deleted: 0 };

/** Starts the worker that deletes old changes of products. Several processes can run it on one database. */
export function startHistoryRetention(deps: HistoryRetentionDeps): Worker {
  const { clock, historyDays } = deps;
  return createWorker(deps, {
    name: 'retention of the history',
    everyMs: 3_600_000,
    next: (run) => (historyDays === 0 ? Promise.resolve(false) : runPaced(run, clock, () => deleteBatch(deps))),
  });
}
