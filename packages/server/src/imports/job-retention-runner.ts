import {
  type Database,
  lockRetention,
  saveRetention,
  startRetention,
  type Transaction,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { deleteOldJobs } from './jobs/job-retention-store.ts';

/** Maximum number of reports that one step deletes. This takes about 100 ms, because several tables contain data of each report. */
const batch = 1_000;

/** Deletes reports of old jobs. @returns true if more reports may be left */
async function deleteBatch(opened: Transaction, before: Date): Promise<boolean> {
  if (!(await lockRetention(opened, 'imports'))) return false;
  const deleted = await deleteOldJobs(opened, before, batch);
  if (deleted > 0) await saveRetention(opened, 'imports', { cursor: null, deleted });
  return deleted === batch;
}

/**
 * Starts the worker that deletes the reports of imports, edits and bulk edits that ended long ago.
 * @param days 0 keeps the reports forever
 */
export function startJobRetention(deps: WorkerDeps & { database: Database }, days: number): Worker {
  return startRetention(deps, { name: 'retention of imports', days }, deleteBatch);
}
