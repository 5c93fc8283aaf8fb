import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodySource } from './import-run.ts';

/**
 * Writes a body to a file that `work` can read repeatedly. The file is deleted afterwards. The file need not be durable, because an import
 * whose process dies before the commit has stored nothing.
 */
export async function withSpooledBody<T>(
  folder: string,
  name: string,
  body: AsyncIterable<Uint8Array>,
  work: (source: BodySource) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of body) await file.write(chunk);
    await file.close();
    return await work(() => ({ bytes: createReadStream(path, { highWaterMark: 1 << 16 }) }));
  } finally {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
  }
}
