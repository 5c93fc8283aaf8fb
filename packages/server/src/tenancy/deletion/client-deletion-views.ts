import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/index.ts';
import type { DeletionRow } from './client-deletion-types.ts';

export const deletionColumns = sql`
  client_deletion.deletion_id as "deletionId",
  client_deletion.deleted_client as "clientId",
  client_deletion.status,
  client_deletion.actor,
  client_deletion.started_at as "startedAt",
  client_deletion.finished_at as "finishedAt",
  client_deletion.people,
  client_deletion.deleted_rows as "deletedRows",
  client_deletion.files,
  client_deletion.file_bytes as "fileBytes",
  client_deletion.stripped_events as "strippedEvents",
  client_deletion.events_reached as "eventsReached",
  client_deletion.final_check as "finalCheck"`;

/** Returns the newest deletion of a client. @returns undefined if there was none */
export async function findDeletion(connection: Connection, clientId: ClientId): Promise<DeletionRow | undefined> {
  const { rows } = await sql<DeletionRow>`
    select ${deletionColumns}
    from client_deletion
    where client_deletion.deleted_client = ${clientId}
    order by client_deletion.deletion_id desc
    limit 1`.execute(connection);
  return rows[0];
}

/** Lists deletions of clients, newest first. @param before id of the last deletion of the previous page; null for the first page */
export async function listDeletions(
  connection: Connection,
  { before, limit }: { before: string | null; limit: number },
): Promise<DeletionRow[]> {
  const { rows } = await sql<DeletionRow>`
    select ${deletionColumns}
    from client_deletion
    where ${before}::uuid is null or client_deletion.deletion_id < ${before}::uuid
    order by client_deletion.deletion_id desc
    limit ${limit}`.execute(connection);
  return rows;
}
