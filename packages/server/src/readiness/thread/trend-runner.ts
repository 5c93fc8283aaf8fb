import { type Clock, createWorker, type Database, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { saveDay } from '../evaluations/trend-store.ts';

/** Starts the worker that stores the counts of the current day every ten minutes, so that the last counts of each day are kept. */
export const startTrend = (deps: WorkerDeps & { database: Database; clock: Clock }): Worker =>
  createWorker(deps, {
    name: 'readiness trend',
    everyMs: 10 * 60_000,
    async next() {
      await saveDay(deps.database, deps.clock.now().toISOString().slice(0, 10));
      return false;
    },
  });
