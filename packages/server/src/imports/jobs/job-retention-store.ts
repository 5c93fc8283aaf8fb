import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';

/**
 * Deletes at most `limit` reports of jobs that ended before a point in time, oldest first, with their data in other tables. A report stays
 * while its errors are listed, or while the notice about it is pending.
 * @returns the number of deleted reports
 */
export async function deleteOldJobs(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select import_job.client_id, import_job.job_id
      from import_job
      where import_job.finished_at < ${before}::timestamptz
        and import_job.status <> 'Importing'
        and (import_job.error_count = 0 or import_job.errors_deleted_at is not null)
        and (import_job.is_noticed or import_job.origin <> 'import' or import_job.dry_run)
      order by import_job.finished_at
      limit ${limit}
      for update skip locked
    )
    delete from import_job
    using old
    where import_job.client_id = old.client_id and import_job.job_id = old.job_id`.execute(transaction);
  return Number(numAffectedRows);
}
