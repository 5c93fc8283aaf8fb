import type { ImportFile } from '@pimento/contract';
import { sql } from 'kysely';
import { type ClientId, type Connection, isUuid } from '../../platform/core.ts';
import type { FileKey } from './file-store.ts';

type FileRow = Omit<ImportFile, 'uploadedAt' | 'expiresAt'> & { uploadedAt: Date; expiresAt: Date };

const columns = sql`
  import_file.file_id as "fileId",
  import_file.name,
  import_file.bytes,
  encode(import_file.sha256, 'hex') as sha256,
  import_file.uploaded_at as "uploadedAt",
  import_file.expires_at as "expiresAt"`;

const view = ({ uploadedAt, expiresAt, ...row }: FileRow): ImportFile => ({
  ...row,
  uploadedAt: uploadedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

/** Returns a completely uploaded file. @returns undefined if there is none with this id */
export async function findFile(
  connection: Connection,
  clientId: ClientId,
  fileId: string,
): Promise<ImportFile | undefined> {
  if (!isUuid(fileId)) return undefined;
  const { rows } = await sql<FileRow>`
    select ${columns}
    from import_file
    where import_file.client_id = ${clientId} and import_file.file_id = ${fileId} and import_file.is_complete`.execute(
    connection,
  );
  return rows[0] && view(rows[0]);
}

/** Lists uploaded files, newest first. @param page.after id of the last file of the previous page */
export async function listFiles(
  connection: Connection,
  clientId: ClientId,
  { after, limit }: { after: string | null; limit: number },
): Promise<ImportFile[]> {
  const { rows } = await sql<FileRow>`
    select ${columns}
    from import_file
    where import_file.client_id = ${clientId}
      and import_file.is_complete
      and (${after}::uuid is null or (import_file.uploaded_at, import_file.file_id) < (
        select earlier.uploaded_at, earlier.file_id
        from import_file as earlier
        where earlier.client_id = ${clientId} and earlier.file_id = ${after}::uuid
      ))
    order by import_file.uploaded_at desc, import_file.file_id desc
    limit ${limit}`.execute(connection);
  return rows.map(view);
}

/** Counts the files of a client, including files that are still arriving. */
export async function countFiles(connection: Connection, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from import_file where import_file.client_id = ${clientId}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Returns a part of one chunk of a file. @param part offset and size in bytes @returns undefined if the file no longer exists */
export async function findFilePart(
  connection: Connection,
  { clientId, fileId }: FileKey,
  chunkNo: number,
  part: { offset: number; size: number },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select substring(import_file_chunk.bytes from ${part.offset + 1}::int for ${part.size}::int) as bytes
    from import_file_chunk
    where import_file_chunk.client_id = ${clientId}
      and import_file_chunk.file_id = ${fileId}
      and import_file_chunk.chunk_no = ${chunkNo}`.execute(connection);
  return rows[0]?.bytes;
}
