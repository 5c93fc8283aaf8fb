import { mkdir, mkdtemp, readFile, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from './errors.ts';
import { StartRefusedError } from './start-refused.ts';

/** The folder with all data of one Pimento instance, locked by this process. */
export interface DataFolder {
  /** Absolute path with symbolic links resolved. */
  readonly path: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the folder at `path` exclusively for this process. Creates the folder (mode 0700) if it is missing. The lock is released when the
 * process ends, even if it crashes.
 * @param options `forRestore`: also opens a folder that an interrupted restore has left incomplete
 * @throws StartRefusedError if the folder cannot be created, written or locked, is incomplete, or is held by another running instance
 */
export async function openDataFolder(path: string, { forRestore = false } = {}): Promise<DataFolder> {
  const folder = await createFolder(resolve(path));
  await proveWritable(folder);
  if (!forRestore) await refuseIncomplete(folder);
  const lock = await takeLock(folder);
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      if (lock.isOpen) lock.close();
    },
  };
}

/** File that a data folder contains while a backup is restored into the folder. */
export const unfinishedRestore = 'restore-unfinished';
/** The files of the lock. Every process that opens a data folder creates them. */
export const lockFiles: readonly string[] = ['lock', 'lock-holder'];

async function refuseIncomplete(folder: string): Promise<void> {
  const found = await stat(join(folder, unfinishedRestore)).catch(() => undefined);
  if (found === undefined) return;
  throw new StartRefusedError(
    `The data folder ${folder} is incomplete, because a restore was interrupted: restore the backup into it again.`,
  );
}

async function createFolder(path: string): Promise<string> {
  try {
    await makeFolder(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartRefusedError(
        `The data folder ${path} cannot be created, because it or a part of its path is a file.`,
      );
    throw new StartRefusedError(
      `The data folder ${path} cannot be created (${code}); create it yourself or choose another one.`,
    );
  }
  if (!(await stat(path)).isDirectory())
    throw new StartRefusedError(`The data folder ${path} is a file; choose a folder.`);
  return realpath(path);
}

/**
 * Creates a folder with its parents. Node's recursive mkdir never returns if the system reports ENOENT below an existing folder, as in
 * /proc.
 */
async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path, { mode: 0o700 });
}

async function proveWritable(folder: string): Promise<void> {
  try {
    await rmdir(await mkdtemp(join(folder, '.probe-')));
  } catch (error) {
    throw new StartRefusedError(
      `The data folder ${folder} cannot be written (${errorCode(error)}); give this user write access or choose another folder.`,
    );
  }
}

/**
 * Locks the folder with a kernel file lock. Uses the built-in SQLite, because Node has no API for file locks. The lock ends with the
 * process even after kill -9, is not inherited by children, and is visible to other containers that share the folder. A pid file would not
 * work across pid namespaces. The locked file stays empty. The pid of the process is written to a separate file, only as information for
 * operators.
 */
async function takeLock(folder: string): Promise<DatabaseSync> {
  const holder = join(folder, 'lock-holder');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartRefusedError(
        `The data folder ${folder} cannot be locked (${reason}); use a folder of your own on a local disk.`,
      );
    }
    const pid = await readFile(holder, 'utf8').then(
      (text) => ` (process ${text.trim()})`,
      () => '',
    );
    throw new StartRefusedError(
      `Another Pimento${pid} is using the data folder ${folder}; stop it or choose another folder.`,
    );
  }
  await writeFile(holder, `${process.pid}\n`, { mode: 0o600 });
  return lock;
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
