import { sql } from 'kysely';
import type { ImportReport } from '@pimento/contract';
import type { Transaction } from '../../platform/core.ts';
import type { ImportRequest } from '../judge/import-types.ts';

/** Creates the job of an edit with the status Completed, because the job is written in the same transaction as the product. */
export async function createCompletedJob(
  transaction: Transaction,
  request: ImportRequest,
  report: ImportReport,
  unlisted: ReadonlyMap<string, number>,
): Promise<void> {
  const errorCount = Object.values(report.errorCounts).reduce((sum, count) => sum + count, 0);
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, origin, atomic, dry_run, format, encoding, durable, actor, bytes_total,
      handled, created, updated, unchanged, rejected, error_count, error_counts, warning_count, unlisted_errors,
      created_attributes, warnings, bytes_received, started_at, finished_at
    )
    values (
      ${request.clientId}, ${request.jobId}, 'Completed', ${request.importType}, ${request.origin}, false, false, ${request.format}, ${request.encoding},
      false, ${request.actor}, ${request.bytesTotal},
      ${report.handled}, ${report.created}, ${report.updated}, ${report.unchanged}, ${report.rejected},
      ${errorCount}, ${JSON.stringify(report.errorCounts)}::jsonb, ${report.warnings.length}, ${JSON.stringify(Object.fromEntries(unlisted))}::jsonb,
      ${JSON.stringify(report.createdAttributes)}::jsonb, ${JSON.stringify(report.warnings)}::jsonb, ${report.bytesReceived},
      now(), clock_timestamp()
    )`.execute(transaction);
}
