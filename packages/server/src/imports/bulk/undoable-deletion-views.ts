import { sql } from 'kysely';
import { canRestore } from '../../catalog/core.ts';
import { type ClientId, type Connection, type Page, pageOf } from '../../platform/core.ts';
import { effectiveUndo } from './undo-views.ts';

export interface UndoableDeletionRow {
  deletionId: string;
  deleted: number;
  startedAt: Date;
  finishedAt: Date;
  actor: string;
  undoneBy: string | null;
}

/**
 * Lists deletions of many products that can be undone or were undone, newest first.
 * @param before id of the deletion after which the page begins
 */
export async function listUndoableDeletions(
  connection: Connection,
  { clientId, before, limit }: { clientId: ClientId; before: string | null; limit: number },
): Promise<Page<UndoableDeletionRow>> {
  const { rows } = await sql<UndoableDeletionRow>`
    select
      product_deletion.deletion_id as "deletionId", product_deletion.deleted,
      product_deletion.started_at as "startedAt", product_deletion.finished_at as "finishedAt", product_deletion.actor,
      ${effectiveUndo(clientId, sql`product_deletion.deletion_id`)} as "undoneBy"
    from product_deletion
    where product_deletion.client_id = ${clientId}
      and (${before}::uuid is null or product_deletion.deletion_id < ${before}::uuid)
      and ${canRestore(clientId)}
    order by product_deletion.deletion_id desc
    limit ${limit + 1}`.execute(connection);
  return pageOf(rows, limit);
}
