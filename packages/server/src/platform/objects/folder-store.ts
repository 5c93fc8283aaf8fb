import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { createFileWriter, writeWholeFile } from './file-writer.ts';
import { createFolderSync } from './folder-sync.ts';
import { checkedKey, type ObjectInfo, ObjectMissing, type ObjectStore, type PutObject } from './object-store.ts';

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

/**
 * A store in a folder: `objects/` holds what is stored, `incoming/` what is still arriving. A file is written beside its place, brought to
 * the disk and renamed, and its folder is brought to the disk, so that after a crash an object is there whole or not at all.
 */
export function createFolderStore(options: { path: string; clock: Clock }): ObjectStore {
  const objects = join(options.path, 'objects');
  const incoming = join(options.path, 'incoming');
  const known = new Set<string>();
  const folderSync = createFolderSync();
  const writer = createFileWriter();
  /** Names of what arrives in this process now: no sweep of it takes them, however long they need. */
  const arriving = new Set<string>();

  /** Makes a folder durable with all that lead to it. */
  async function makeFolder(path: string): Promise<void> {
    if (known.has(path)) return;
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first !== undefined) {
      for (let made = path; made.length >= first.length; made = dirname(made)) await folderSync.sync(dirname(made));
    }
    known.add(path);
  }

  async function place(from: string, key: string): Promise<Pick<PutObject, 'makeDurable'>> {
    const to = join(objects, checkedKey(key));
    const folder = dirname(to);
    await makeFolder(folder);
    await rename(from, to);
    return { makeDurable: () => folderSync.sync(folder) };
  }

  /** Lets a file be written where nobody looks for it, and be given its place. */
  async function arrive<T>(work: (path: string) => Promise<T>): Promise<T> {
    await makeFolder(incoming);
    const name = options.clock.randomId();
    const path = join(incoming, name);
    arriving.add(name);
    try {
      return await work(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      arriving.delete(name);
    }
  }

  return {
    put: (body, keyOf) =>
      arrive(async (path) => {
        const written = await writer.write(open(path, 'wx', 0o600), body);
        const key = keyOf(written.sha256);
        return { key, ...written, ...(await place(path, key)) };
      }),
    putWhole: (key, bytes) =>
      arrive(async (path) => {
        await writeWholeFile(path, bytes);
        return place(path, key);
      }),
    async get(key, range) {
      try {
        const file = await open(join(objects, checkedKey(key)), 'r');
        return file.createReadStream({ highWaterMark: 1 << 18, ...range });
      } catch (error) {
        throw errorCode(error) === 'ENOENT' ? new ObjectMissing(key) : error;
      }
    },
    async head(key) {
      try {
        const { size, mtime } = await stat(join(objects, checkedKey(key)));
        return { key, size, modifiedAt: mtime };
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(key) {
      await rm(join(objects, checkedKey(key)), { force: true });
    },
    async *list(prefix) {
      const folder = prefix.includes('/') ? checkedKey(prefix.slice(0, prefix.lastIndexOf('/'))) : '';
      for await (const info of walk(objects, join(objects, folder))) if (info.key.startsWith(prefix)) yield info;
    },
    async sweep(before) {
      let swept = 0;
      for await (const { key, modifiedAt } of walk(incoming, incoming)) {
        if (modifiedAt >= before || arriving.has(key)) continue;
        await rm(join(incoming, key), { force: true });
        swept++;
      }
      return swept;
    },
    [Symbol.asyncDispose]: () => folderSync[Symbol.asyncDispose](),
  };
}
