import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { createFileWriter, hashWhole, writeWholeFile } from './file-writer.ts';
import { createFolderMaker } from './folder-maker.ts';
import { createFolderSync } from './folder-sync.ts';
import {
  type ByteRange,
  checkedKey,
  type ObjectInfo,
  ObjectMissingError,
  type ObjectStore,
  type PutObject,
} from './object-store.ts';

async function* walk(root: string, folder: string): AsyncIterable<ObjectInfo> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) yield* walk(root, path);
      else {
        const { size, mtime } = await stat(path);
        yield { key: relative(root, path).split(sep).join('/'), size, modifiedAt: mtime };
      }
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function* subfolders(folder: string): AsyncIterable<string> {
  try {
    for await (const entry of await opendir(folder)) if (entry.isDirectory()) yield entry.name;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

interface Incoming {
  /** Calls `work` with the path for a new file that readers cannot see. Removes the file if the work fails. */
  write: <T>(work: (path: string) => Promise<T>) => Promise<T>;
  /**
   * Removes files of unfinished writes older than `before`, except those that this process is still writing.
   * @returns the number of removed files
   */
  sweep: (before: Date) => Promise<number>;
}

function createIncoming(folder: string, clock: Clock, makeFolder: (path: string) => Promise<void>): Incoming {
  const arriving = new Set<string>();
  return {
    async write(work) {
      await makeFolder(folder);
      const name = clock.randomId();
      const path = join(folder, name);
      arriving.add(name);
      try {
        return await work(path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        arriving.delete(name);
      }
    },
    async sweep(before) {
      let swept = 0;
      for await (const { key, modifiedAt } of walk(folder, folder)) {
        if (modifiedAt >= before || arriving.has(key)) continue;
        await rm(join(folder, key), { force: true });
        swept++;
      }
      return swept;
    },
  };
}

/** @returns the SHA-256 in hex, which is computed while a thread creates the file */
async function writeAndHash(path: string, bytes: Buffer): Promise<string> {
  const writing = writeWholeFile(path, bytes);
  const sha256 = hashWhole(bytes);
  await writing;
  return sha256;
}

async function openObject(path: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    const file = await open(path, 'r');
    return file.createReadStream({ highWaterMark: 1 << 18, ...range });
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new ObjectMissingError(key) : error;
  }
}

async function describeObject(path: string, key: string): Promise<ObjectInfo | undefined> {
  try {
    const { size, mtime } = await stat(path);
    return { key, size, modifiedAt: mtime };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates a store in a folder. `objects/` contains stored objects, and `incoming/` contains unfinished objects. A file is written to
 * `incoming/`, synced and renamed, so that after a crash an object is either complete or missing. `makeDurable` syncs the object's folder.
 */
export function createFolderStore(options: { path: string; clock: Clock }): ObjectStore {
  const root = resolve(options.path);
  const objects = join(root, 'objects');
  const folderSync = createFolderSync();
  const writer = createFileWriter();
  const makeFolder = createFolderMaker(root, folderSync);
  const incoming = createIncoming(join(root, 'incoming'), options.clock, makeFolder);

  async function place(from: string, key: string): Promise<Pick<PutObject, 'makeDurable'>> {
    const to = join(objects, checkedKey(key));
    const folder = dirname(to);
    await makeFolder(folder);
    await rename(from, to);
    return { makeDurable: () => folderSync.sync(folder) };
  }

  return {
    put: (body, keyOf) =>
      incoming.write(async (path) => {
        const written = await writer.write(open(path, 'wx', 0o600), body);
        const key = keyOf(written.sha256);
        return { key, ...written, ...(await place(path, key)) };
      }),
    putBytes: (bytes, keyOf) =>
      incoming.write(async (path) => {
        const sha256 = await writeAndHash(path, bytes);
        const key = keyOf(sha256);
        return { key, sha256, size: bytes.byteLength, ...(await place(path, key)) };
      }),
    putWhole: (key, bytes) =>
      incoming.write(async (path) => {
        await writeWholeFile(path, bytes);
        return place(path, key);
      }),
    get: async (key, range) => openObject(join(objects, checkedKey(key)), key, range),
    head: async (key) => describeObject(join(objects, checkedKey(key)), key),
    async delete(key) {
      await rm(join(objects, checkedKey(key)), { force: true });
    },
    async *list(prefix) {
      const folder = prefix.includes('/') ? checkedKey(prefix.slice(0, prefix.lastIndexOf('/'))) : '';
      for await (const info of walk(objects, join(objects, folder))) if (info.key.startsWith(prefix)) yield info;
    },
    folders: () => subfolders(objects),
    sweep: incoming.sweep,
    [Symbol.asyncDispose]: () => folderSync[Symbol.asyncDispose](),
  };
}
