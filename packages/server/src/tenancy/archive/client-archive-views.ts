import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../../platform/index.ts';
import type { ArchiveKey, ArchiveRow } from './client-archive-types.ts';

export const archiveColumns = sql`
  client_archive.client_id as "clientId",
  client_archive.archive_id as "archiveId",
  client_archive.status,
  client_archive.tries,
  client_archive.created_at as "createdAt",
  client_archive.snapshot_at as "snapshotAt",
  client_archive.finished_at as "finishedAt",
  client_archive.expires_at as "expiresAt",
  client_archive.size,
  client_archive.sha256,
  client_archive.row_count as "rowCount",
  client_archive.file_count as "fileCount"`;

/** Lists the newest archives of a client, newest first. */
export async function listArchives(connection: Connection, clientId: ClientId, limit: number): Promise<ArchiveRow[]> {
  const { rows } = await sql<ArchiveRow>`
    select ${archiveColumns}
    from client_archive
    where client_archive.client_id = ${clientId}
    order by client_archive.archive_id desc
    limit ${limit}`.execute(connection);
  return rows;
}

export async function findArchive(connection: Connection, key: ArchiveKey): Promise<ArchiveRow | undefined> {
  const { rows } = await sql<ArchiveRow>`
    select ${archiveColumns}
    from client_archive
    where client_archive.client_id = ${key.clientId} and client_archive.archive_id = ${key.archiveId}::uuid`.execute(
    connection,
  );
  return rows[0];
}

/**
 * Returns true if a process may be writing an archive of the client, because the owner of the archive has sent a heartbeat in the last 30
 * seconds.
 */
export async function isArchiveWriting(connection: Connection, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ isWriting: boolean }>`
    select exists (
      select 1
      from client_archive
      where client_archive.client_id = ${clientId}
        and client_archive.owner is not null
        and client_archive.heartbeat_at > now() - interval '30 seconds'
    ) as "isWriting"`.execute(connection);
  return rows[0]?.isWriting ?? false;
}

/** Returns true if an archive of the client is being written. Such an archive may still need the client's files. */
export async function isArchivePinned(transaction: Transaction, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ isPinned: boolean }>`
    select exists (
      select 1
      from client_archive
      where client_archive.client_id = ${clientId} and client_archive.status = 'Writing'
    ) as "isPinned"`.execute(transaction);
  return rows[0]?.isPinned ?? false;
}

export interface ArchivedMember {
  personId: string;
  email: string;
  name: string;
  role: string;
}

/** Lists the members of a client for its archive. */
export async function listArchivedMembers(connection: Connection, clientId: ClientId): Promise<ArchivedMember[]> {
  const { rows } = await sql<ArchivedMember>`
    select person.person_id as "personId", person.email, person.name, person_client_role.role
    from person_client_role
    join person on person.person_id = person_client_role.person_id
    where person_client_role.client_id = ${clientId}
    order by person.person_id`.execute(connection);
  return rows;
}

/** Lists the stored files of a client in the order of their hashes. The page begins after the hash `after`. */
export async function listContents(
  connection: Connection,
  clientId: ClientId,
  after: string,
  limit: number,
): Promise<{ sha256: string; size: number }[]> {
  const { rows } = await sql<{ sha256: string; size: number }>`
    select asset_content.sha256, asset_content.size
    from asset_content
    where asset_content.client_id = ${clientId} and asset_content.sha256 > ${after}
    order by asset_content.sha256
    limit ${limit}`.execute(connection);
  return rows;
}
