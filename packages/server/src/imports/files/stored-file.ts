import { createHash } from 'node:crypto';
import { problem } from '@pimento/contract/problem';
import type { FileBytes } from '@pimento/files';
import { type Connection, type Database, PimentoError } from '../../platform/core.ts';
import { limitBody } from '../read/body-limit.ts';
import { appendFileChunk, completeFile, type FileKey } from './file-store.ts';
import { findFileChunk } from './file-views.ts';

/** Size in bytes of every chunk except the last. Chunks are small, because a whole chunk is read into memory. */
const chunkBytes = 1 << 20;
/** Maximum number of bytes that are yielded at once. Parts are small, so that a time limit is checked often. */
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
      const piece = part.subarray(at, at + chunkBytes - used);
      chunk.set(piece, used);
      used += piece.byteLength;
      at += piece.byteLength;
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
 * Opens a stored file, which can be read from any offset. Only one chunk is in memory.
 * @param onRead called after each part with the number of bytes read; may throw to stop reading
 */
export function openStoredFile(
  connection: Connection,
  key: FileKey,
  size: number,
  onRead: (bytes: number) => void = () => undefined,
): FileBytes {
  let last: { chunkNo: number; bytes: Buffer } | undefined;
  async function chunkAt(chunkNo: number): Promise<Buffer> {
    if (last?.chunkNo === chunkNo) return last.bytes;
    const bytes = await findFileChunk(connection, key, chunkNo);
    if (!bytes) throw new PimentoError(problem('unknown-file', { fileId: key.fileId }));
    last = { chunkNo, bytes };
    return bytes;
  }
  return {
    size,
    async *read(start, end) {
      for (let at = start; at < end;) {
        const chunkNo = Math.floor(at / chunkBytes);
        const bytes = await chunkAt(chunkNo);
        const from = at - chunkNo * chunkBytes;
        const part = bytes.subarray(from, Math.min(from + partBytes, end - chunkNo * chunkBytes));
        if (part.byteLength === 0) throw new PimentoError(problem('unknown-file', { fileId: key.fileId }));
        onRead(part.byteLength);
        yield part;
        at += part.byteLength;
      }
    },
  };
}
