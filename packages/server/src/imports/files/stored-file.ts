import { createHash } from 'node:crypto';
import { problem } from '@pimento/contract/problem';
import type { FileBytes } from '@pimento/files';
import { type Connection, type Database, PimentoError } from '../../platform/core.ts';
import { limitBody } from '../read/body-limit.ts';
import { appendFileChunk, completeFile, type FileKey } from './file-store.ts';
import { findFilePart } from './file-views.ts';

/** Size in bytes of the chunks in which a file is stored. The last chunk can be smaller. */
const chunkBytes = 1 << 20;
/**
 * Maximum number of bytes of a stored file that one query reads. The database returns 2 characters for each byte, and the driver copies
 * them while they arrive, so a large part needs several times its size in memory.
 */
const readBytes = 1 << 17;
/** Maximum size of a yielded chunk in bytes. It is small, so that a time limit is checked often. */
const partBytes = 1 << 16;

/**
 * Stores a file while it arrives.
 * @throws PimentoError body-too-large, request-aborted, invalid-file if it is empty
 */
export async function storeFile(
  database: Database,
  key: FileKey,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let used = 0;
  let bytes = 0;
  let chunkNo = 0;
  const write = async () => {
    await appendFileChunk(database, key, chunkNo++, chunk.subarray(0, used));
    used = 0;
  };
  for await (const part of limitBody(body, maxBytes)) {
    hash.update(part);
    bytes += part.byteLength;
    for (let at = 0; at < part.byteLength;) {
      const slice = part.subarray(at, at + chunkBytes - used);
      chunk.set(slice, used);
      used += slice.byteLength;
      at += slice.byteLength;
      if (used === chunkBytes) await write();
    }
  }
  if (used > 0) await write();
  if (bytes === 0)
    throw new PimentoError(problem('invalid-file', { fault: 'file-empty', reason: 'The file is empty.' }));
  const sha256 = hash.digest();
  await completeFile(database, key, { bytes, sha256 });
  return { bytes, sha256: sha256.toString('hex') };
}

/**
 * Opens a stored file, which can be read from any offset. Only a small part of it is in memory. Reading fails with PimentoError
 * unknown-file if the file has been deleted.
 * @param onRead called with the number of bytes of each part that was read; may throw to end the reading
 */
export function openStoredFile(
  connection: Connection,
  key: FileKey,
  size: number,
  onRead: (bytes: number) => void = () => undefined,
): FileBytes {
  let last: { start: number; bytes: Buffer } | undefined;
  /** Returns the part that begins at an offset, a multiple of `readBytes`. */
  async function partAt(start: number): Promise<Buffer> {
    if (last?.start === start) return last.bytes;
    const part = { offset: start % chunkBytes, size: readBytes };
    const bytes = await findFilePart(connection, key, Math.floor(start / chunkBytes), part);
    if (!bytes) throw new PimentoError(problem('unknown-file', { fileId: key.fileId }));
    last = { start, bytes };
    return bytes;
  }
  return {
    size,
    async *read(start, end) {
      for (let at = start; at < end;) {
        const first = at - (at % readBytes);
        const bytes = await partAt(first);
        const from = at - first;
        const part = bytes.subarray(from, Math.min(from + partBytes, end - first));
        if (part.byteLength === 0) throw new PimentoError(problem('unknown-file', { fileId: key.fileId }));
        onRead(part.byteLength);
        yield part;
        at += part.byteLength;
      }
    },
  };
}
