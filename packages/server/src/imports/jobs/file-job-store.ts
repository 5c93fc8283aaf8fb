import { sql } from 'kysely';
import type { Transaction } from '../../platform/core.ts';
import { importLeases } from './job-claim-store.ts';
import type { FilePlan, ImportRequest, StoredFilePlan } from '../judge/import-types.ts';

/** Creates the job of an uploaded file, which any process can claim immediately. */
export async function createFileJob(
  connection: Transaction,
  request: Pick<ImportRequest, 'clientId' | 'jobId' | 'importType' | 'atomic' | 'dryRun' | 'actor'>,
  { fileId, name, bytes, ...plan }: FilePlan,
): Promise<void> {
  const { format } = plan;
  const bodyFormat = format.kind === 'json' && format.feed === undefined ? 'json' : 'ndjson';
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, origin, atomic, dry_run, format, encoding, durable, body_complete, actor, owner,
      bytes_total, file_id, file_name, file_kind, file_sheet, file_plan
    )
    values (
      ${request.clientId}, ${request.jobId}, 'Importing', ${request.importType}, 'import', ${request.atomic}, ${request.dryRun},
      ${bodyFormat}, null, true, true, ${request.actor}, null,
      ${bytes}, ${fileId}, ${name}, ${format.kind}, ${format.sheet ?? null}, ${JSON.stringify(plan satisfies StoredFilePlan)}::jsonb
    )`.execute(connection);
}

/** Creates a job that failed before it began, so that it is listed and users are notified. */
export async function createFailedJob(
  connection: Transaction,
  request: Pick<ImportRequest, 'clientId' | 'jobId' | 'importType' | 'atomic' | 'actor'>,
  fault: Record<string, unknown>,
  errors: number,
): Promise<void> {
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, origin, atomic, dry_run, format, durable, body_complete, actor, error_count, fault, finished_at
    )
    values (
      ${request.clientId}, ${request.jobId}, 'Failed', ${request.importType}, 'import', ${request.atomic}, false, 'ndjson', true, true,
      ${request.actor}, ${errors}, ${JSON.stringify(fault)}::jsonb, now()
    )`.execute(connection);
}

/** Records attributes that an import created before its first product, or that a dry run would create. */
export async function recordDefined(
  connection: Transaction,
  { clientId, jobId }: Pick<ImportRequest, 'clientId' | 'jobId'>,
  owner: string,
  attributes: readonly string[],
): Promise<void> {
  await sql`
    update import_job
    set created_attributes = import_job.created_attributes || ${JSON.stringify(attributes)}::jsonb
    where import_job.client_id = ${clientId} and import_job.job_id = ${jobId} and ${importLeases.isHeldBy(owner)}`.execute(
    connection,
  );
}
