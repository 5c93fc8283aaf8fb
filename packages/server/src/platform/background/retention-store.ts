import { sql } from 'kysely';
import type { Transaction } from '../database/transaction.ts';

/** Kinds of data whose old rows are deleted in batches. */
export type RetentionName = 'history' | 'import-errors' | 'imports' | 'submissions';

export interface RetentionState<Cursor> {
  /** Position at which the walk over all rows continues; null between two walks. */
  cursor: Cursor | null;
  /** True if the last walk ended less than a day ago. */
  isRecent: boolean;
}

/** Locks the progress of a retention until the end of the transaction. @returns undefined if another process is deleting a batch */
export async function lockRetention<Cursor>(
  transaction: Transaction,
  name: RetentionName,
): Promise<RetentionState<Cursor> | undefined> {
  const { rows } = await sql<RetentionState<Cursor>>`
    select retention.cursor, retention.finished_at > now() - interval '1 day' as "isRecent"
    from retention
    where retention.name = ${name}
    for update skip locked`.execute(transaction);
  return rows[0];
}

/** Records a batch. A null cursor ends the walk. @param deleted number of deleted rows */
export async function saveRetention(
  transaction: Transaction,
  name: RetentionName,
  { cursor, deleted }: { cursor: object | null; deleted: number },
): Promise<void> {
  await sql`
    update retention
    set
      cursor = ${cursor === null ? null : JSON.stringify(cursor)}::jsonb,
      finished_at = case when ${cursor === null}::boolean then now() else retention.finished_at end,
      deleted = retention.deleted + ${deleted}::bigint
    where retention.name = ${name}`.execute(transaction);
}
