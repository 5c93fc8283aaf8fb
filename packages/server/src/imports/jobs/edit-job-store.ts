import { sql } from 'kysely';
import type { ImportReport } from '@pimento/contract';
import type { Transaction } from '../../platform/core.ts';
import type { ImportWish } from '../judge/import-types.ts';

/** Creates the job of an edit, which is completed: it is written in the transaction that stores the product. */
export async function createCompletedJob(
  transaction: Transaction,
  wish: ImportWish,
  report: ImportReport,
): Promise<void> {
  await sql`
    insert into import_job (
      client_id, job_id, status, import_type, origin, atomic, dry_run, format, encoding, durable, actor, bytes_total,
      handled, created, updated, unchanged, rejected, error_count, warning_count,
      created_attributes, warnings, bytes_received, started_at, finished_at
    )
    values (
      ${wish.clientId}, ${wish.jobId}, 'Completed', ${wish.importType}, ${wish.origin}, false, false, ${wish.format}, ${wish.encoding},
      false, ${wish.actor}, ${wish.bytesTotal},
      ${report.handled}, ${report.created}, ${report.updated}, ${report.unchanged}, ${report.rejected},
      ${report.errors.length}, ${report.warnings.length},
      ${JSON.stringify(report.createdAttributes)}::jsonb, ${JSON.stringify(report.warnings)}::jsonb, ${report.bytesReceived},
      now(), clock_timestamp()
    )`.execute(transaction);
}
