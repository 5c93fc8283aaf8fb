import { type FileHandle, open } from 'node:fs/promises';

/** Open folders; more are closed again. */
const mostOpen = 64;

/** Brings folders to the disk, so that the names in them survive a crash. */
export interface FolderSync extends AsyncDisposable {
  /** What was renamed into the folder before is durable when this returns. */
  sync(path: string): Promise<void>;
}

interface Round {
  paths: Set<string>;
  done: Promise<Map<string, unknown>>;
}

/**
 * Who asks while folders are being brought to the disk shares the next time with all others who do: under load most of the waiting for the
 * disk is shared. Folders stay open, since opening and closing cost as much as bringing one to the disk that another has just brought along.
 */
export function createFolderSync(): FolderSync {
  const folders = new Map<string, FileHandle>();
  let current: Promise<unknown> | undefined;
  let next: Round | undefined;

  async function syncOne(path: string): Promise<void> {
    const known = folders.get(path);
    const folder = known ?? (await open(path, 'r'));
    folders.delete(path);
    folders.set(path, folder);
    await folder.sync();
  }

  /** @returns what each folder that failed failed with */
  async function syncAll(paths: ReadonlySet<string>): Promise<Map<string, unknown>> {
    const failures = new Map<string, unknown>();
    await Promise.all([...paths].map((path) => syncOne(path).catch((error: unknown) => failures.set(path, error))));
    for (const [path, folder] of folders) {
      if (folders.size <= mostOpen) break;
      folders.delete(path);
      await folder.close();
    }
    return failures;
  }

  function openRound(): Round {
    const paths = new Set<string>();
    const before = current ?? Promise.resolve();
    const done = before.then(() => {
      next = undefined;
      return syncAll(paths);
    });
    current = done;
    return { paths, done };
  }

  return {
    async sync(path) {
      const round = (next ??= openRound());
      round.paths.add(path);
      const failures = await round.done;
      if (failures.has(path)) throw failures.get(path);
    },
    async [Symbol.asyncDispose]() {
      await current;
      for (const folder of folders.values()) await folder.close();
      folders.clear();
    },
  };
}
