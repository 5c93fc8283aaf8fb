import { sql } from 'kysely';
import { createLeaseStore, type ClientId, type Database, type Transaction } from '../../platform/core.ts';
import { archiveColumns } from './client-archive-views.ts';
import type { ArchiveKey, ArchiveRow, WrittenArchive } from './client-archive-types.ts';

const archiveLeases = createLeaseStore({
  table: 'client_archive',
  key: ['client_id', 'archive_id'],
  status: 'Writing',
});

/** Maximum number of tries to write an archive. If the last try fails, the archive fails. */
const maxTries = 3;

const isArchive = (key: ArchiveKey) =>
  sql<boolean>`client_archive.client_id = ${key.clientId} and client_archive.archive_id = ${key.archiveId}::uuid`;

/** Requests an archive. Does nothing if an archive of the client is already waiting or being written. */
export async function insertArchive(
  connection: Transaction,
  archive: ArchiveKey & { actor: string; createdAt: Date },
): Promise<void> {
  await sql`
    insert into client_archive (client_id, archive_id, status, actor, created_at)
    values (${archive.clientId}, ${archive.archiveId}::uuid, 'Waiting', ${archive.actor}, ${archive.createdAt})
    on conflict do nothing`.execute(connection);
}

/** Expires all complete archives of a client except the `keep` newest ones. */
export async function expireOlder(
  connection: Transaction,
  clientId: ClientId,
  { keep, at }: { keep: number; at: Date },
): Promise<void> {
  await sql`
    update client_archive
    set expires_at = ${at}
    where client_archive.client_id = ${clientId}
      and client_archive.status = 'Ready'
      and client_archive.expires_at > ${at}
      and client_archive.archive_id not in (
        select newest.archive_id
        from client_archive as newest
        where newest.client_id = ${clientId} and newest.status = 'Ready'
        order by newest.archive_id desc
        limit ${keep}
      )`.execute(connection);
}

/** Stops the archives of a client that is being deleted. A process that is writing an archive then notices that it has lost the lease. */
export async function stopArchives(connection: Transaction, clientId: ClientId, at: Date): Promise<void> {
  await sql`
    update client_archive
    set status = 'Failed', finished_at = ${at}
    where client_archive.client_id = ${clientId} and client_archive.status in ('Waiting', 'Writing')`.execute(
    connection,
  );
}

/** Claims the archive that has waited longest, which counts as a try. @returns undefined if no archive is waiting */
export async function claimArchive(connection: Database, owner: string): Promise<ArchiveRow | undefined> {
  return archiveLeases.claimNext<ArchiveRow>(connection, owner, {
    isDue: sql`client_archive.status = 'Waiting'`,
    order: sql`client_archive.created_at`,
    set: sql`, tries = client_archive.tries + 1`,
    returning: archiveColumns,
  });
}

export async function heartbeatArchives(connection: Database, owner: string): Promise<void> {
  await archiveLeases.heartbeat(connection, owner, sql`true`);
}

const nextStatus = sql`case when client_archive.tries < ${maxTries} then 'Waiting' else 'Failed' end`;

const isLastTry = sql<boolean>`client_archive.tries >= ${maxTries}`;

/**
 * Ends the leases of dead processes. Their archives wait for the next try. An archive that has no tries left fails. A process may have died
 * after it wrote the complete file, so an archive that fails expires immediately and its file is removed.
 * @returns the number of ended leases
 */
export function expireLeases(connection: Database, olderThanSeconds: number): Promise<number> {
  return archiveLeases.expire(
    connection,
    { olderThanSeconds },
    {
      set: sql`
        status = ${nextStatus},
        finished_at = case when ${isLastTry} then now() end,
        expires_at = case when ${isLastTry} then now() end`,
    },
  );
}

/**
 * Ends the lease of an archive. The archive waits for the next try or, if no tries are left, fails.
 * @param isFailure false if the process is stopping, which does not count as a try
 */
export async function releaseArchive(
  connection: Database,
  key: ArchiveKey,
  { owner, isFailure, at }: { owner: string; isFailure: boolean; at: Date },
): Promise<void> {
  await sql`
    update client_archive
    set
      owner = null,
      tries = client_archive.tries - ${isFailure ? 0 : 1},
      -- another status was given by a deletion of the client
      status = case
        when client_archive.status <> 'Writing' then client_archive.status
        when ${isFailure} then ${nextStatus}
        else 'Waiting'
      end,
      finished_at = case when ${isFailure} and ${isLastTry} then ${at}::timestamptz else client_archive.finished_at end,
      expires_at = case when ${isFailure} and ${isLastTry} then ${at}::timestamptz else client_archive.expires_at end
    where ${isArchive(key)} and client_archive.owner = ${owner}::uuid`.execute(connection);
}

/** Records that an archive is complete. @returns false if the process has lost the lease, in which case the file must be deleted */
export async function finishArchive(
  connection: Database,
  key: ArchiveKey,
  { owner, at, expiresAt, written }: { owner: string; at: Date; expiresAt: Date; written: WrittenArchive },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update client_archive
    set
      status = 'Ready', owner = null, finished_at = ${at}, expires_at = ${expiresAt}, snapshot_at = ${written.snapshotAt},
      size = ${written.size}, sha256 = ${written.sha256}, row_count = ${written.rowCount}, file_count = ${written.fileCount}
    where ${isArchive(key)} and ${archiveLeases.isHeldBy(owner)}`.execute(connection);
  return numAffectedRows > 0n;
}

/** Claims expired and failed archives whose files must be removed. The claim ends with the transaction. */
export async function lockExpired(connection: Transaction, now: Date, limit: number): Promise<ArchiveKey[]> {
  const { rows } = await sql<ArchiveKey>`
    select client_archive.client_id as "clientId", client_archive.archive_id as "archiveId"
    from client_archive
    where client_archive.status in ('Ready', 'Failed') and client_archive.expires_at <= ${now}
    order by client_archive.expires_at
    limit ${limit}
    for update skip locked`.execute(connection);
  return rows;
}

/** Records that an archive no longer has a file. A failed archive stays failed. */
export async function markExpired(connection: Transaction, key: ArchiveKey): Promise<void> {
  await sql`
    update client_archive
    set
      status = case when client_archive.status = 'Ready' then 'Expired' else client_archive.status end,
      expires_at = case when client_archive.status = 'Ready' then client_archive.expires_at end
    where ${isArchive(key)}`.execute(connection);
}

/** Expires all complete archives of a restored database, because a backup does not contain their files. */
export async function endArchives(connection: Database, now: Date): Promise<void> {
  await sql`
    update client_archive
    set expires_at = ${now}
    where client_archive.status = 'Ready'`.execute(connection);
}

/** Returns true if the process still holds the lease of an archive. */
export async function isLeaseHeld(connection: Database, key: ArchiveKey, owner: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from client_archive
    where ${isArchive(key)} and ${archiveLeases.isHeldBy(owner)}`.execute(connection);
  return rows.length > 0;
}
