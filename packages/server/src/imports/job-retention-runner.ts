import { deleteOldDeletions } from '../catalog/index.ts';
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

/** Deletes reports of old jobs and of old deletions of products. @returns true if more reports may be left */
async function deleteBatch(opened: Transaction, before: Date): Promise<boolean> {
  if (!(await lockRetention(opened, 'imports'))) return false;
  const jobs = await deleteOldJobs(opened, before, batch);
  // a deletion that undoes an import stays until the import is gone
  const deleted = jobs + (await deleteOldDeletions(opened, before, batch - jobs));
  if (deleted > 0) await saveRetention(opened, 'imports', { cursor: null, deleted });
  return deleted === batch;
}

/**
 * Starts the worker that deletes the reports of imports, edits, bulk edits and deletions of products that ended long ago.
 * @param days 0 keeps the reports forever
 */
export function startJobRetention(deps: WorkerDeps & { database: Database }, days: number): Worker {
  return startRetention(deps, { name: 'retention of imports', days }, deleteBatch);
}
