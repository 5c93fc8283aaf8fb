import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './platform/index.ts';

/**
 * Writes a JSON file that only its owner can read. Replaces it atomically, so that a reader never sees a mixture of old and new content.
 */
export async function writeSecretFile(folder: string, name: string, content: unknown): Promise<void> {
  const fresh = join(folder, `${name}.new`);
  await using file = await open(fresh, 'w', 0o600);
  await file.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
  await file.sync();
  await rename(fresh, join(folder, name));
}

/** Reads a file that `writeSecretFile` wrote. @returns undefined if it does not exist */
export async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T; // only Pimento writes this file
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
