import { sql } from 'kysely';
import type { Transaction } from '../../platform/core.ts';
import type { FilePlan, ImportRequest } from '../judge/import-types.ts';

/** Creates the job of an uploaded file, which any process can claim at once. */
export async function createFileJob(
  connection: Transaction,
  request: Pick<ImportRequest, 'clientId' | 'jobId' | 'importType' | 'atomic' | 'dryRun' | 'actor'>,
  { fileId, name, bytes, format, mapping }: FilePlan,
): Promise<void> {
  const bodyFormat = format.kind === 'json' ? 'json' : 'ndjson';
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, origin, atomic, dry_run, format, encoding, durable, body_complete, actor, owner,
      bytes_total, file_id, file_name, file_kind, file_sheet, file_plan
    )
    values (
      ${request.clientId}, ${request.jobId}, 'Importing', ${request.importType}, 'import', ${request.atomic}, ${request.dryRun},
      ${bodyFormat}, null, true, true, ${request.actor}, null,
      ${bytes}, ${fileId}, ${name}, ${format.kind}, ${format.sheet ?? null}, ${JSON.stringify({ format, mapping })}::jsonb
    )`.execute(connection);
}
