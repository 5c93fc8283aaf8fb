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
import { deleteOldChanges, findNextStart, type HistoryCursor } from './history-retention-store.ts';

export interface HistoryRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which changes of products are kept; 0 keeps them forever. */
  historyDays: number;
}

const dayMs = 86_400_000;
/** About 20 ms of reading, or 100 ms if all of them are deleted. */
const batch = 5_000;

/** Looks at the next entries of the history, once a day at all of them. @returns true if more entries are left */
function deleteBatch({ database, clock, historyDays }: HistoryRetentionDeps): Promise<boolean> {
  return transaction(database, async (opened) => {
    const state = await lockRetention<HistoryCursor>(opened, 'history');
    if (!state || (state.cursor === null && state.isRecent)) return false;
    const start = state.cursor ?? (await findNextStart(opened, ''));
    const before = new Date(clock.now().getTime() - historyDays * dayMs);
    const { cursor, deleted } = start ? await deleteOldChanges(opened, start, { before, limit: batch }) : noEntries;
    const next = cursor ?? (start ? await findNextStart(opened, start.clientId) : null);
    await saveRetention(opened, 'history', { cursor: next, deleted });
    return next !== null;
  });
}

const noEntries = { cursor: undefined, deleted: 0 };

/** Starts the worker that deletes old changes of products. Several processes can run it on one database. */
export function startHistoryRetention(deps: HistoryRetentionDeps): Worker {
  const { clock, historyDays } = deps;
  return createWorker(deps, {
    name: 'retention of the history',
    everyMs: 3_600_000,
    next: (run) => (historyDays === 0 ? Promise.resolve(false) : runPaced(run, clock, () => deleteBatch(deps))),
  });
}
