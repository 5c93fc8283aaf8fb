import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileBytes, Spool } from '@pimento/files';

async function openFile(path: string): Promise<FileBytes> {
  const { size } = await stat(path);
  return {
    size,
    async *read(start, end) {
      // the end of a read stream is inclusive
      if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: 1 << 16 });
    },
  };
}

/** Runs `work`, which can write temporary files to its spool, for example an unpacked workbook. Deletes these files afterwards. */
export async function withSpool<T>(folder: string, work: (spool: Spool) => Promise<T>): Promise<T> {
  let own: string | undefined;
  let count = 0;
  const spool: Spool = async (bytes) => {
    if (own === undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      own = await mkdtemp(join(folder, 'unpacked-'));
    }
    const path = join(own, String(count++));
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    return openFile(path);
  };
  try {
    return await work(spool);
  } finally {
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  }
}
