import { type FileHandle, open } from 'node:fs/promises';

/** Maximum number of folders kept open. Further folders are closed after use. */
const maxOpen = 64;

/** Syncs folders to disk, so that the file names in them survive a crash. */
export interface FolderSync extends AsyncDisposable {
  /** Makes earlier renames into the folder durable. */
  sync(path: string): Promise<void>;
}

interface Round {
  paths: Set<string>;
  done: Promise<Map<string, unknown>>;
}

/**
 * Creates a folder sync. Requests that arrive during a sync share the next sync, so under load one sync serves many requests. Folders stay
 * open, because opening and closing a folder takes as long as a sync with nothing to write.
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

  /** Syncs folders in parallel. @returns the errors of folders that failed, by path */
  async function syncAll(paths: ReadonlySet<string>): Promise<Map<string, unknown>> {
    const failures = new Map<string, unknown>();
    await Promise.all([...paths].map((path) => syncOne(path).catch((error: unknown) => failures.set(path, error))));
    for (const [path, folder] of folders) {
      if (folders.size <= maxOpen) break;
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
