import {
  createWorker,
  type Database,
  lockRetention,
  saveRetention,
  transaction,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { deleteErrors, lockJobWithErrors } from './jobs/error-retention-store.ts';

const dayMs = 86_400_000;
/** Takes about 50 ms. */
const batch = 5_000;

/**
 * Starts the worker that deletes the listed errors of imports that ended long ago. Their reports keep the counts by code.
 * @param days 0 keeps the errors forever
 */
export function startErrorRetention(deps: WorkerDeps & { database: Database }, days: number): Worker {
  const { database, clock } = deps;
  const deleteBatch = () =>
    transaction(database, async (opened) => {
      if (!(await lockRetention(opened, 'import-errors'))) return false;
      const job = await lockJobWithErrors(opened, new Date(clock.now().getTime() - days * dayMs));
      const deleted = job ? await deleteErrors(opened, job, batch) : 0;
      if (job) await saveRetention(opened, 'import-errors', { cursor: null, deleted });
      return job !== undefined;
    });
  return createWorker(deps, {
    name: 'retention of import errors',
    everyMs: 3_600_000,
    next: () => (days === 0 ? Promise.resolve(false) : deleteBatch()),
  });
}
