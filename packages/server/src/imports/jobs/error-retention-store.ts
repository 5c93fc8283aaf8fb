import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';

interface OldJob {
  clientId: ClientId;
  jobId: string;
}

/** Locks at most `max` jobs that ended before a point in time and still list their errors, oldest first. Skips locked jobs. */
export async function lockJobsWithErrors(transaction: Transaction, before: Date, max: number): Promise<OldJob[]> {
  const { rows } = await sql<OldJob>`
    select import_job.client_id as "clientId", import_job.job_id as "jobId"
    from import_job
    where import_job.error_count > 0
      and import_job.errors_deleted_at is null
      and import_job.finished_at < ${before}::timestamptz
    order by import_job.finished_at
    limit ${max}
    for update skip locked`.execute(transaction);
  return rows;
}

/**
 * Deletes errors of a locked job and adds their counts by code to those of the job, so that the counts of its report stay the same. After
 * the last error, records that the list was deleted.
 * @returns the number of deleted errors
 */
export async function deleteErrors(
  transaction: Transaction,
  { clientId, jobId }: OldJob,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with chosen as materialized (
      select import_error.error_no
      from import_error
      where import_error.client_id = ${clientId} and import_error.job_id = ${jobId}::uuid
      order by import_error.error_no
      limit ${limit}
    ), gone as (
      delete from import_error
      using chosen
      where import_error.client_id = ${clientId}
        and import_error.job_id = ${jobId}::uuid
        and import_error.error_no = chosen.error_no
      returning import_error.code
    ), counted as (
      select gone.code, count(*) as count
      from gone
      group by gone.code
    ), counts as (
      select
        coalesce(sum(counted.count), 0)::bigint as deleted,
        coalesce(jsonb_object_agg(counted.code, counted.count) filter (where counted.code is not null), '{}') as by_code
      from counted
    )
    update import_job
    set
      unlisted_errors = import_job.unlisted_errors || (
        select coalesce(
          jsonb_object_agg(
            added.key, added.value::bigint + coalesce((import_job.unlisted_errors ->> added.key)::bigint, 0)
          ),
          '{}'
        )
        from jsonb_each_text(counts.by_code) as added
      ),
      errors_deleted_at = case when counts.deleted < ${limit} then now() end
    from counts
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobId}::uuid
    returning counts.deleted`.execute(transaction);
  return rows[0]?.deleted ?? 0;
}
