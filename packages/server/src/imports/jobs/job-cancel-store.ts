import { problem } from '@pimento/contract/problem';
import { sql } from 'kysely';
import { type ClientId, limitLockWaits, type Transaction } from '../../platform/core.ts';

/**
 * Ends a running job whose body is stored, and deletes the body. The process that runs the job then no longer holds it and stores no
 * further batch. Has no effect on an edit or bulk edit, on a job that has ended, and on a job whose body is not stored or still arriving.
 * @returns true if the job was cancelled
 * @throws the error of a lock timeout if another transaction locks the job for more than 2 s
 */
export async function cancelJob(
  connection: Transaction,
  { clientId, jobId }: { clientId: ClientId; jobId: string },
): Promise<boolean> {
  // an atomic import holds the lock of its job while it stores its products
  await limitLockWaits(connection, 2_000);
  const { rows } = await sql<{ handled: number; dryRun: boolean }>`
    select import_job.handled, import_job.dry_run as "dryRun"
    from import_job
    where import_job.client_id = ${clientId}
      and import_job.job_id = ${jobId}::uuid
      and import_job.status = 'Importing'
      and import_job.origin = 'import'
      and import_job.durable
      and import_job.body_complete
    for update`.execute(connection);
  const [job] = rows;
  if (job === undefined) return false;
  const fault = { ...problem('import-cancelled', job), handled: job.handled };
  await sql`
    update import_job
    set status = 'Failed', fault = ${JSON.stringify(fault)}::jsonb, is_noticed = true, finished_at = now(), owner = null
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobId}::uuid`.execute(connection);
  await sql`
    delete from import_body
    where import_body.client_id = ${clientId} and import_body.job_id = ${jobId}::uuid`.execute(connection);
  return true;
}
