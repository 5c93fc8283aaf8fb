import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Database, Transaction } from '../../platform/core.ts';

export interface FileKey {
  clientId: ClientId;
  fileId: string;
}

/** Creates the record of a file before its bytes arrive. */
export async function createFile(
  connection: Database,
  { clientId, fileId }: FileKey,
  { name, actor, expiresAt }: { name: string; actor: string; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into import_file (client_id, file_id, name, uploaded_by, expires_at)
    values (${clientId}, ${fileId}, ${name}, ${actor}, ${expiresAt})`.execute(connection);
}

export async function appendFileChunk(
  connection: Database,
  { clientId, fileId }: FileKey,
  chunkNo: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into import_file_chunk (client_id, file_id, chunk_no, bytes)
    values (${clientId}, ${fileId}, ${chunkNo}, ${bytes})`.execute(connection);
}

/** Marks a file as complete, so that it is listed. */
export async function completeFile(
  connection: Database,
  { clientId, fileId }: FileKey,
  { bytes, sha256 }: { bytes: number; sha256: Buffer },
): Promise<void> {
  await sql`
    update import_file
    set is_complete = true, bytes = ${bytes}, sha256 = ${sha256}
    where import_file.client_id = ${clientId} and import_file.file_id = ${fileId}`.execute(connection);
}

/** Extends the retention of a file to at least this time. @returns false if there is no complete file with this id */
export async function keepFile(connection: Transaction, { clientId, fileId }: FileKey, until: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update import_file
    set expires_at = greatest(import_file.expires_at, ${until})
    where import_file.client_id = ${clientId} and import_file.file_id = ${fileId} and import_file.is_complete`.execute(
    connection,
  );
  return numAffectedRows === 1n;
}

/** Locks a file. Waits until transactions that are starting an import of this file have ended. */
export async function lockFile(connection: Transaction, { clientId, fileId }: FileKey): Promise<void> {
  await sql`
    select from import_file
    where import_file.client_id = ${clientId} and import_file.file_id = ${fileId}
    for update`.execute(connection);
}

/** @param clientId the client, or the column with the client of each file */
const isInUse = (clientId: ClientId | RawBuilder<unknown>) => sql`exists (
  select from import_job
  where import_job.client_id = ${clientId}
    and import_job.file_id = import_file.file_id
    and import_job.status = 'Importing'
)`;

/** Deletes a file with its chunks. @returns false if the file is being imported or does not exist */
export async function deleteFile(connection: Database, { clientId, fileId }: FileKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from import_file
    where import_file.client_id = ${clientId} and import_file.file_id = ${fileId} and not ${isInUse(clientId)}`.execute(
    connection,
  );
  return numAffectedRows === 1n;
}

/** Deletes up to `limit` expired files, except files that are being imported. @returns the number of deleted files */
export async function purgeFiles(connection: Database, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from import_file
    where (import_file.client_id, import_file.file_id) in (
        select import_file.client_id, import_file.file_id
        from import_file
        where import_file.expires_at < ${now} and not ${isInUse(sql`import_file.client_id`)}
        order by import_file.expires_at
        limit ${limit}
      )
      and import_file.expires_at < ${now}`.execute(connection);
  return Number(numAffectedRows ?? 0);
}
