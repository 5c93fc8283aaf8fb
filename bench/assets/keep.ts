import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';

/**
 * What keeping bytes costs at the least: hashed, written and brought to the disk under one name, then given another. Nothing is known of
 * them afterwards, and the new name may not survive a crash.
 */
export async function keep(body: AsyncIterable<Uint8Array>, path: string): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  await using file = await open(path, 'w');
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.byteLength;
    await file.write(chunk);
  }
  await file.datasync();
  await rename(path, `${path}-${hash.digest('hex')}`);
  return size;
}
