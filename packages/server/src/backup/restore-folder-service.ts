import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, lockFiles, openDataFolder, removeCluster, unfinishedRestore } from '../platform/index.ts';
import { BackupRefusedError } from './repository/repository-types.ts';

/** A data folder that a backup is restored into. */
export interface RestoreFolder extends AsyncDisposable {
  path: string;
  /** Removes the mark, so that Pimento can start. */
  complete(): Promise<void>;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}

/**
 * Files that do not prevent a restore. The root of a file system may have `lost+found`, and a restore that was killed at its beginning
 * leaves only its lock files.
 */
const harmless: ReadonlySet<string> = new Set(['lost+found', ...lockFiles]);

/**
 * Refuses a folder that contains files other than those of an interrupted restore.
 * @returns true if the folder contains an interrupted restore
 */
async function findUnfinished(folder: string): Promise<boolean> {
  const names = await namesIn(folder);
  if (names.includes(unfinishedRestore)) return true;
  if (names.some((name) => !harmless.has(name)))
    throw new BackupRefusedError(`${folder} is not empty: restore into a new folder.`);
  return false;
}

/** Marks the folder durably, before anything is restored into it. */
async function writeMark(path: string): Promise<void> {
  await using file = await open(join(path, unfinishedRestore), 'w', 0o600);
  await file.sync();
  await using folder = await open(path, 'r');
  await folder.sync();
}

/**
 * Opens a data folder that is empty or contains an interrupted restore, and marks it. Removes the database of the interrupted restore.
 * Keeps its asset files, because a file with the same key has the same content.
 * @throws BackupRefusedError if the folder has other files; StartRefusedError if another process uses it
 */
export async function openRestoreFolder(path: string): Promise<RestoreFolder> {
  const isUnfinished = await findUnfinished(path);
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openDataFolder(path, { forRestore: true }));
  await writeMark(folder.path);
  if (isUnfinished) await removeCluster(folder.path);
  const resources = opened.move();
  return {
    path: folder.path,
    complete: () => rm(join(folder.path, unfinishedRestore)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
