import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import type { SourceKey } from './source-types.ts';

/** The outcome of a run. */
export interface RunEnd {
  status: 'Imported' | 'Unchanged' | 'Failed';
  at: Date;
  file: { name: string; bytes: number | null; sha256: string | null } | null;
  jobId: string | null;
  fault: Record<string, unknown> | null;
}

export async function endRun(
  connection: Transaction,
  { clientId, name, runId }: SourceKey & { runId: string },
  { status, at, file, jobId, fault }: RunEnd,
): Promise<void> {
  await sql`
    update import_source_run
    set
      status = ${status},
      ended_at = ${at},
      file_name = ${file?.name ?? null},
      bytes = ${file?.bytes ?? null},
      sha256 = decode(${file?.sha256 ?? null}, 'hex'),
      job_id = ${jobId}::uuid,
      fault = ${fault === null ? null : JSON.stringify(fault)}::jsonb
    where import_source_run.client_id = ${clientId}
      and import_source_run.name = ${name}
      and import_source_run.run_id = ${runId}::uuid`.execute(connection);
}

/**
 * Merges consecutive runs that found nothing new into one entry of the history. Adds the count of the previous run to this run, and deletes
 * the previous run. A run that was requested is not merged.
 */
export async function joinUnchanged(
  connection: Transaction,
  { clientId, name, runId }: SourceKey & { runId: string },
): Promise<void> {
  await sql`
    with earlier as (
      delete from import_source_run
      where import_source_run.client_id = ${clientId}
        and import_source_run.name = ${name}
        and import_source_run.status = 'Unchanged'
        and import_source_run.trigger <> 'request'
        and import_source_run.run_no = (
          select max(before.run_no)
          from import_source_run as before
          where before.client_id = ${clientId} and before.name = ${name} and before.run_id <> ${runId}::uuid
        )
      returning import_source_run.times
    )
    update import_source_run
    set times = import_source_run.times + earlier.times
    from earlier
    where import_source_run.client_id = ${clientId}
      and import_source_run.name = ${name}
      and import_source_run.run_id = ${runId}::uuid`.execute(connection);
}
