import {
  allowIdle,
  createWorker,
  type Database,
  lockRetention,
  runPaced,
  saveRetention,
  transaction,
  type Worker,
  type WorkerDeps,
} from '../../platform/index.ts';
import { createAgeIndex, hasAgeIndex } from './history-index-store.ts';
import { deleteOldChanges, findNextClient, type HistoryCursor } from './history-retention-store.ts';

export interface HistoryRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which changes to products are kept; 0 keeps them forever. */
  historyDays: number;
}

const dayMs = 86_400_000;
/** Maximum number of changes that one transaction deletes. This takes about 100 ms. */
const batch = 5_000;

/** Deletes the next old changes. A new pass over all clients begins a day after the last one. @returns true if more changes may be left */
function deleteBatch({ database, clock, historyDays }: HistoryRetentionDeps): Promise<boolean> {
  return transaction(database, async (opened) => {
    const state = await lockRetention<HistoryCursor>(opened, 'history');
    if (!state || (state.cursor === null && state.isRecent)) return false;
    const before = new Date(clock.now().getTime() - historyDays * dayMs);
    // a cursor that an earlier version of Pimento stored has no `at`
    const isCursor = state.cursor?.at !== undefined;
    const start = isCursor ? state.cursor : await findNextClient(opened, '', before);
    const { cursor, deleted } = start ? await deleteOldChanges(opened, start, { before, limit: batch }) : nothing;
    const next = cursor ?? (start && (await findNextClient(opened, start.clientId, before)));
    await saveRetention(opened, 'history', { cursor: next, deleted });
    return next !== null;
  });
}

const nothing = { cursor: undefined, deleted: 0 };

/** Maximum time for the creation of the index. */
const indexMs = 86_400_000;

/**
 * Creates the index of changes by age if it does not exist. The transaction only prevents other processes from creating the index too. It
 * holds no snapshot, because the creation would wait until that snapshot is released.
 * @returns false if another process is creating the index or deleting changes
 */
async function ensureAgeIndex({ database, log }: HistoryRetentionDeps, signal: AbortSignal): Promise<boolean> {
  if (await hasAgeIndex(database)) return true;
  return transaction(database, async (opened) => {
    if (!(await lockRetention(opened, 'history'))) return false;
    await allowIdle(opened, indexMs);
    // This last statement must have no parameters. The driver keeps a statement with parameters, and its snapshot, open until the next one.
    if (await hasAgeIndex(opened)) return true;
    log.info('creating an index of the history of products by age, because the history is limited');
    await createAgeIndex(database, signal);
    return true;
  });
}

/** Starts the worker that deletes old changes to products. Several processes can run it on one database. */
export function startHistoryRetention(deps: HistoryRetentionDeps): Worker {
  const { clock, historyDays } = deps;
  let hasIndex = false;
  return createWorker(deps, {
    name: 'retention of the history',
    everyMs: 3_600_000,
    async next(run) {
      if (historyDays === 0) return false;
      hasIndex ||= await ensureAgeIndex(deps, run.signal);
      return hasIndex && (await runPaced(run, clock, () => deleteBatch(deps)));
    },
  });
}
