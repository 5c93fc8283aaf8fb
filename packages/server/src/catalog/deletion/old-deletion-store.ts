import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';

/**
 * Deletes reports of deletions that ended before a point in time, oldest first, at most `limit`. The report of a deletion that belongs to
 * the undo of an import is kept as long as the report of the import.
 * @returns the number of deleted reports
 */
export async function deleteOldDeletions(connection: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select product_deletion.client_id, product_deletion.deletion_id
      from product_deletion
      where product_deletion.finished_at < ${before}::timestamptz
        and product_deletion.status <> 'Deleting'
        and not exists (
          select
          from import_job
          where import_job.client_id = product_deletion.client_id and import_job.job_id = product_deletion.created_by_job
        )
      order by product_deletion.finished_at
      limit ${limit}
      for update of product_deletion skip locked
    )
    delete from product_deletion
    using old
    where product_deletion.client_id = old.client_id and product_deletion.deletion_id = old.deletion_id`.execute(
    connection,
  );
  return Number(numAffectedRows);
}
