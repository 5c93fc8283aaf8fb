import type { Database } from '../database/database.ts';
import { type Transaction, transaction } from '../database/transaction.ts';
import { runPaced } from './paced-step.ts';
import { createWorker, type Worker, type WorkerDeps } from './worker.ts';

const dayMs = 86_400_000;

/**
 * Starts a worker that deletes the data of jobs or submissions that ended more than `days` days ago. Each batch is deleted in its own
 * transaction. A run starts immediately, and again an hour after each run.
 * @param options.days 0 deletes nothing
 * @param deleteBatch deletes at most one batch of the data that ended before the given time. Returns true if more may be left
 */
export function startRetention(
  deps: WorkerDeps & { database: Database },
  { name, days }: { name: string; days: number },
  deleteBatch: (opened: Transaction, before: Date) => Promise<boolean>,
): Worker {
  const { database, clock } = deps;
  const step = () =>
    transaction(database, (opened) => deleteBatch(opened, new Date(clock.now().getTime() - days * dayMs)));
  return createWorker(deps, {
    name,
    everyMs: 3_600_000,
    next: (run) => (days === 0 ? Promise.resolve(false) : runPaced(run, clock, step)),
  });
}
