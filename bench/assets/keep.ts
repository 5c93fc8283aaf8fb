import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/**
 * Stores bytes with the minimum work. Collects them in memory, hashes them as they arrive, writes one file, syncs it and renames it. Writes
 * no database record, and the rename may not survive a crash.
 */
export async function keep(body: Readable, path: string): Promise<number> {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    chunks.push(chunk);
    size += chunk.byteLength;
  });
  await once(body, 'end');
  await using file = await open(path, 'w');
  await file.writev(chunks);
  await file.datasync();
  await rename(path, `${path}-${hash.digest('hex')}`);
  return size;
}
