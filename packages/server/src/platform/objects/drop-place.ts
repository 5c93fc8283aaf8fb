import { constants } from 'node:fs';
import { open, opendir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { errorCode } from '../errors.ts';
import { type DropFile, type DropPlace, DropPlaceError } from './drop-types.ts';
import { placeOf } from './object-store-address.ts';

const isMissing = (error: unknown) => errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';

function isWithin(folder: string, path: string): boolean {
  const below = relative(folder, path);
  // on Windows, the path to another drive is absolute
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/**
 * Returns the real path of the root or of a folder below it.
 * @param folder its first part is the folder of a client
 * @throws DropPlaceError if a symbolic link leads out of the root or out of the client's folder; errors of the file system
 */
async function realFolder(root: string, folder: readonly string[]): Promise<string> {
  const paths = [root, join(root, ...folder.slice(0, 1)), join(root, ...folder)];
  const [realRoot = '', own = '', real = ''] = await Promise.all(paths.map((path) => realpath(path)));
  if (!isWithin(realRoot, own) || !isWithin(own, real)) throw new DropPlaceError('unreadable');
  return real;
}

/**
 * Opens a regular file. Refuses a symbolic link, because it could lead out of the root.
 * @throws DropPlaceError; errors of the file system
 */
async function openPlain(path: string) {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const stat = await file.stat();
  if (stat.isFile()) return { file, stat };
  await file.close();
  throw new DropPlaceError('unreadable');
}

async function findFile(folder: string, name: string): Promise<DropFile | undefined> {
  try {
    const { file, stat } = await openPlain(join(folder, name));
    await file.close();
    return { name, size: stat.size, modifiedAt: stat.mtime };
  } catch {
    return undefined; // removed meanwhile, or not readable by Pimento
  }
}

async function listFolder(root: string, folder: readonly string[], max: number): Promise<DropFile[]> {
  const files: DropFile[] = [];
  try {
    const real = await realFolder(root, folder);
    for await (const entry of await opendir(real)) {
      if (!entry.isFile()) continue;
      if (files.length === max) throw new DropPlaceError('too-many');
      const found = await findFile(real, entry.name);
      if (found) files.push(found);
    }
  } catch (error) {
    if (error instanceof DropPlaceError) throw error;
    if (!isMissing(error)) throw new DropPlaceError('unreadable', { cause: error });
  }
  return files;
}

function createDropFolder(root: string): DropPlace {
  return {
    list: (folder, max) => listFolder(root, folder, max),
    async open(folder, name) {
      try {
        const { file } = await openPlain(join(await realFolder(root, folder), name));
        return file.createReadStream({ highWaterMark: 1 << 18 });
      } catch (error) {
        throw error instanceof DropPlaceError ? error : new DropPlaceError('unreadable', { cause: error });
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Opens the folder or bucket at a store URL, see `openObjectStore`. @returns undefined if the URL is invalid */
export async function openDropPlace(address: string): Promise<DropPlace | undefined> {
  const place = placeOf(address);
  if (!place) return undefined;
  if ('folder' in place) return createDropFolder(place.folder);
  // loaded on demand, because the module is 30 MB of code
  const { createDropBucket } = await import('./drop-bucket.ts');
  return createDropBucket(place.bucket);
}
