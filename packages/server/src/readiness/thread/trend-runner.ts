import { type Clock, createWorker, type Database, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { saveDay } from '../evaluations/trend-store.ts';

/** Stores the counts of the present day again and again, so that the last ones of a day remain. */
export const startTrend = (deps: WorkerDeps & { database: Database; clock: Clock }): Worker =>
  createWorker(deps, {
    name: 'readiness trend',
    everyMs: 10 * 60_000,
    async next() {
      await saveDay(deps.database, deps.clock.now().toISOString().slice(0, 10));
      return false;
    },
  });
