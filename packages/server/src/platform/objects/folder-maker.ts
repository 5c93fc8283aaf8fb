import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../errors.ts';
import type { FolderSync } from './folder-sync.ts';

/** Creates the root and its missing parents. An existing root is not synced, because its parent may be unreadable for this process. */
async function makeRoot(root: string, folderSync: FolderSync): Promise<void> {
  const first = await mkdir(root, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = root; made.length >= first.length; made = dirname(made)) await folderSync.sync(dirname(made));
}

/**
 * Creates folders durably.
 * @param root absolute path without a slash at its end
 * @returns a function that creates the root or a folder below it, with all parents. Each folder is checked only once. Concurrent calls
 * wait for the same check. Rejects with the error of the file system.
 */
export function createFolderMaker(root: string, folderSync: FolderSync): (path: string) => Promise<void> {
  const checks = new Map<string, Promise<void>>();

  async function check(path: string): Promise<void> {
    if (path === root) return makeRoot(root, folderSync);
    await make(dirname(path));
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
    // Also syncs the parent of an existing folder, because the process that created the folder may have been killed before its sync ended.
    await folderSync.sync(dirname(path));
  }

  function make(path: string): Promise<void> {
    const known = checks.get(path);
    if (known) return known;
    const checked = check(path).catch((error: unknown) => {
      checks.delete(path);
      throw error;
    });
    checks.set(path, checked);
    return checked;
  }

  return make;
}
