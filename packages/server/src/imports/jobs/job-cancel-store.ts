import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { type ClientId, limitLockWaits, type Transaction } from '../../platform/core.ts';

/**
 * Ends a running job whose body is stored. The process that works on it loses the job, so it stores no further batch. Has no effect on a
 * job that has ended, or whose body is still arriving. Its stored body is deleted.
 * @returns whether the job was cancelled
 */
export async function cancelJob(
  connection: Transaction,
  { clientId, jobId }: { clientId: ClientId; jobId: string },
): Promise<boolean> {
  // an atomic import holds the lock of its job while it stores its products
  await limitLockWaits(connection, 2_000);
  const { rows } = await sql`
    with ended as (
      update import_job
      set
        status = 'Failed',
        fault = ${JSON.stringify(problem('import-cancelled', { handled: 0, dryRun: false }))}::jsonb
          || jsonb_build_object(
            'handled', import_job.handled,
            'params', jsonb_build_object('handled', import_job.handled, 'dryRun', import_job.dry_run)
          ),
        is_noticed = true,
        finished_at = now(),
        owner = null
      where import_job.client_id = ${clientId}
        and import_job.job_id = ${jobId}::uuid
        and import_job.status = 'Importing'
        and import_job.origin = 'import'
        and import_job.durable
        and import_job.body_complete
      returning import_job.client_id, import_job.job_id
    ), gone as (
      delete from import_body
      using ended
      where import_body.client_id = ended.client_id and import_body.job_id = ended.job_id
    )
    select from ended`.execute(connection);
  return rows.length === 1;
}
