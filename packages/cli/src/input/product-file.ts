import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileBytes, Spool } from '@pimento/files';
import { isAddress } from './download.ts';
import { UsageError } from './usage-error.ts';

/** Chunk size in bytes for reading a file. Chunks are small, so that few rows survive a garbage collection. */
const chunkBytes = 64 * 1024;

/** A file that can be read at any position, and a function that creates temporary files for data that is unpacked from it. */
export interface ProductFile extends AsyncDisposable {
  name: string;
  bytes: FileBytes;
  spool: Spool;
}

async function openBytes(path: string): Promise<FileBytes> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder; name a file.`);
  return {
    size: stats.size,
    async *read(start, end) {
      // `end` is inclusive in a read stream
      if (end > start) yield* createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes });
    },
  };
}

/** Creates temporary files in one folder. `remove` deletes the folder with its files. */
export function createSpools() {
  let folder: string | undefined;
  let count = 0;
  return {
    spool: async (bytes: AsyncIterable<Uint8Array>) => {
      folder ??= await mkdtemp(join(tmpdir(), 'pimento-files-'));
      const path = join(folder, String(count++));
      await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
      return openBytes(path);
    },
    remove: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the name of a file for messages and for the detection of its format. A download is named by the last segment of its URL. */
function nameOf(path: string): string {
  if (path === '-') return 'stdin';
  return isAddress(path) ? basename(new URL(path).pathname) || path : path;
}

/**
 * Opens a file. A stream is first written to a temporary file, because workbooks are read at arbitrary positions.
 * @param content all bytes of stdin or a download, including those that were already read, or undefined for a file
 * @throws UsageError, or the file system's own error
 */
export async function openProductFile(path: string, content?: AsyncIterable<Uint8Array>): Promise<ProductFile> {
  const { spool, remove } = createSpools();
  try {
    const bytes = content === undefined ? await openBytes(path) : await spool(content);
    return { name: nameOf(path), bytes, spool, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
