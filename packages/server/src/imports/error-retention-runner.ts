import {
  type Database,
  lockRetention,
  saveRetention,
  startRetention,
  type Transaction,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { deleteErrors, lockJobsWithErrors } from './jobs/error-retention-store.ts';

/** Maximum number of errors that one step deletes. This takes about 50 ms. */
const batch = 5_000;
/** Maximum number of jobs whose errors one step deletes. Most jobs have few errors. */
const jobsAtOnce = 100;

/** Deletes errors of old jobs, oldest first. @returns true if more errors may be left */
async function deleteOldErrors(opened: Transaction, before: Date): Promise<boolean> {
  if (!(await lockRetention(opened, 'import-errors'))) return false;
  const jobs = await lockJobsWithErrors(opened, before, jobsAtOnce);
  let deleted = 0;
  for (const job of jobs) {
    deleted += await deleteErrors(opened, job, batch - deleted);
    if (deleted >= batch) break;
  }
  if (jobs.length > 0) await saveRetention(opened, 'import-errors', { cursor: null, deleted });
  return deleted >= batch || jobs.length === jobsAtOnce;
}

/**
 * Starts the worker that deletes the listed errors of imports that ended long ago. Their reports keep the counts by code.
 * @param days 0 keeps the errors forever
 */
export function startErrorRetention(deps: WorkerDeps & { database: Database }, days: number): Worker {
  return startRetention(deps, { name: 'retention of import errors', days }, deleteOldErrors);
}
