import { sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/index.ts';
import type { ClientTable } from '../tables/client-table-rules.ts';
import type { DeletionRow, FinalCheck } from './client-deletion-types.ts';
import { deletionColumns } from './client-deletion-views.ts';

export async function insertDeletion(
  connection: Transaction,
  deletion: Pick<DeletionRow, 'deletionId' | 'clientId' | 'actor' | 'startedAt' | 'people'>,
): Promise<void> {
  await sql`
    insert into client_deletion (deletion_id, deleted_client, status, actor, started_at, people)
    values (
      ${deletion.deletionId}::uuid, ${deletion.clientId}, 'Deleting', ${deletion.actor}, ${deletion.startedAt},
      ${deletion.people}
    )`.execute(connection);
}

/**
 * Claims the running deletion whose last step was longest ago and that no other process has claimed. The claim ends with the transaction.
 * @returns undefined if there is none
 */
export async function lockNextDeletion(connection: Transaction): Promise<DeletionRow | undefined> {
  const { rows } = await sql<DeletionRow>`
    select ${deletionColumns}
    from client_deletion
    where client_deletion.status = 'Deleting'
    order by client_deletion.served_at, client_deletion.deletion_id
    limit 1
    for update skip locked`.execute(connection);
  return rows[0];
}

/** Moves a deletion to the end of the queue after a step, even if the step failed. */
export async function recordServed(connection: Database, deletionId: string, at: Date): Promise<void> {
  await sql`
    update client_deletion
    set served_at = ${at}
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}

/**
 * Deletes up to `limit` rows of a client from a table, or all of them if the table refers to itself.
 * @returns the number of deleted rows
 */
export async function deleteRows(
  connection: Transaction,
  clientId: ClientId,
  table: ClientTable,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = table.refersToItself
    ? await sql`delete from ${sql.id(table.name)} as held where held.client_id = ${clientId}`.execute(connection)
    : await sql`
        delete from ${sql.id(table.name)} as held
        where held.ctid = any(array(
          select next.ctid
          from ${sql.id(table.name)} as next
          where next.client_id = ${clientId}
          limit ${limit}
        ))`.execute(connection);
  return Number(numAffectedRows);
}

/** Adds deleted rows to the report, in the transaction that deletes them. */
export async function addDeletedRows(
  connection: Transaction,
  deletionId: string,
  { table, rows }: { table: string; rows: number },
): Promise<void> {
  await sql`
    update client_deletion
    set deleted_rows = client_deletion.deleted_rows || jsonb_build_object(
      ${table}::text, coalesce((client_deletion.deleted_rows ->> ${table}::text)::bigint, 0) + ${rows}::bigint
    )
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}

export async function addDeletedFiles(
  connection: Transaction,
  deletionId: string,
  deleted: { files: number; bytes: number },
): Promise<void> {
  await sql`
    update client_deletion
    set files = client_deletion.files + ${deleted.files}, file_bytes = client_deletion.file_bytes + ${deleted.bytes}
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}

/** Records the last processed event of the client. If `reached` is null, the processing starts again with the first event. */
export async function saveEventProgress(
  connection: Transaction,
  deletionId: string,
  progress: { stripped: number; reached: { adapterId: string; created: Date } | null },
): Promise<void> {
  await sql`
    update client_deletion
    set
      stripped_events = client_deletion.stripped_events + ${progress.stripped},
      events_reached = ${progress.reached && JSON.stringify(progress.reached)}::jsonb
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}

export async function completeDeletion(
  connection: Transaction,
  deletionId: string,
  { at, check }: { at: Date; check: FinalCheck },
): Promise<void> {
  await sql`
    update client_deletion
    set status = 'Completed', finished_at = ${at}, final_check = ${JSON.stringify(check)}::jsonb
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}

/**
 * Checks whether all transactions that began before the data was deleted have ended, because until then they could still write rows for the
 * client. The first call records the transaction id. Later calls compare this id with the oldest running transaction.
 * @returns true if all of them have ended
 */
export async function areOlderTransactionsOver(connection: Transaction, deletionId: string): Promise<boolean> {
  const { rows } = await sql<{ isQuiet: boolean }>`
    update client_deletion
    set quiet_after = coalesce(client_deletion.quiet_after, pg_current_xact_id())
    where client_deletion.deletion_id = ${deletionId}::uuid
    returning client_deletion.quiet_after < pg_snapshot_xmin(pg_current_snapshot()) as "isQuiet"`.execute(connection);
  return rows[0]?.isQuiet ?? false;
}

/** Makes the check of `areOlderTransactionsOver` start again, because rows or files remained. */
export async function resetQuiet(connection: Transaction, deletionId: string): Promise<void> {
  await sql`
    update client_deletion
    set quiet_after = null
    where client_deletion.deletion_id = ${deletionId}::uuid`.execute(connection);
}
