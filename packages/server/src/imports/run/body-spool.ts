import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../platform/core.ts';
import type { BodySource } from './import-run.ts';
import { writeSpool } from './spool-file.ts';

/** A file in a folder that a body is written to. */
export interface BodySpool {
  folder: string;
  name: string;
  /** Number of bytes that were written, still encoded as they were sent. */
  bytes: number;
}

/**
 * Writes a body to a file that `work` can read repeatedly. The file is deleted afterwards. The file need not be durable, because an import
 * whose process dies before the commit has stored nothing.
 * @param spool its `bytes` are counted even if receiving the body fails
 */
export async function withSpooledBody<T>(
  spool: BodySpool,
  body: AsyncIterable<Uint8Array>,
  work: (source: BodySource) => Promise<T>,
): Promise<T> {
  const { folder, name } = spool;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  let isOwn = true;
  try {
    await writeSpool(path, body, (bytes) => {
      spool.bytes += bytes;
    });
    return await work(() => ({ bytes: createReadStream(path, { highWaterMark: 1 << 16 }) }));
  } catch (error) {
    // an existing file belongs to another run of the same job, which may be reading it
    isOwn = errorCode(error) !== 'EEXIST';
    throw error;
  } finally {
    if (isOwn) await rm(path, { force: true });
  }
}
