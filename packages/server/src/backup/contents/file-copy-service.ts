import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ObjectStore } from '../../platform/index.ts';
import type { Repository } from '../repository/repository-service.ts';
import type { StoredObject } from '../repository/repository-types.ts';
import { unpackObjects } from './unpack-service.ts';

export interface BackupFile extends StoredObject {
  /** Key in the installation's object store, for example `acme/<SHA-256>`. */
  key: string;
}

export interface CopiedFiles {
  list: StoredObject;
  count: number;
  bytes: number;
  /** Files that no earlier backup had. */
  added: { count: number; bytes: number };
  /** Keys of files whose content does not match the hash in the key. Such files are not in the backup. */
  damaged: string[];
}

/**
 * Number of files that are copied concurrently. On a disk, concurrent writes share syncs. With a bucket, one file is sent while another
 * waits for a response.
 */
const filesAtOnce = 8;
/** Archives of clients are not copied, because they expire after a week, and anyone who may download one can request a new one. */
const notCopied = /^[^/]+\/archives\//;

const listName = (backupId: string) => `backups/${backupId}/files`;
const nameOf = (key: string) => `files/${key}`;

/** Runs `work` for each item, for `filesAtOnce` items at a time. */
export async function forEachOf<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const workOn = async () => {
    for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: filesAtOnce }, workOn));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Returns the SHA-256 of a file's content, which is the last segment of its key. @returns undefined for a thumbnail */
const contentHash = (key: string): string | undefined => /\/([\da-f]{64})$/.exec(key)?.[1];

/**
 * Copies a file of the installation into the backup.
 * @returns undefined if the file is damaged, in which case nothing is stored
 */
async function storeFile(
  { repository, store }: { repository: Repository; store: ObjectStore },
  key: string,
): Promise<StoredObject | undefined> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    const body = (await store.get(key)) as AsyncIterable<Uint8Array>; // the store returns a stream of bytes
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const stored = await repository.put(nameOf(key), hashed());
  const expected = contentHash(key);
  if (expected === undefined || hash.digest('hex') === expected) return stored;
  await repository.delete(stored.object);
  return undefined;
}

/** Returns the stored files of a client by path. The path is the key of the object without the hash at its end. */
async function storedFiles(repository: Repository, client: string): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  for await (const stored of repository.list(nameOf(client))) found.set(stored.object.slice(0, -65), stored);
  return found;
}

/**
 * Copies the files of the installation that the repository does not have yet, and stores the list of all files.
 * @param onFile called with the size of each file
 */
export async function copyFiles(
  { repository, store }: { repository: Repository; store: ObjectStore },
  backupId: string,
  onFile: (bytes: number) => void,
): Promise<CopiedFiles> {
  const lines = new PassThrough();
  const total = { count: 0, bytes: 0 };
  const added = { count: 0, bytes: 0 };
  const damaged: string[] = [];

  const packed = lines.pipe(createGzip());
  const listing = repository.put(listName(backupId), packed);
  listing.catch(() => undefined);

  const copyClient = async (client: string) => {
    const known = await storedFiles(repository, client);
    await forEachOf(store.list(`${client}/`), async ({ key, size }) => {
      if (notCopied.test(key)) return;
      const name = nameOf(key);
      let stored = known.get(repository.pathOf(name));
      // A file with the same key has the same content, unless the stored file is damaged.
      if (stored?.bytes !== repository.storedSize(size)) {
        stored = await storeFile({ repository, store }, key);
        if (stored === undefined) {
          damaged.push(key);
          return;
        }
        added.count += 1;
        added.bytes += size;
      }
      total.count += 1;
      total.bytes += size;
      onFile(size);
      if (!lines.write(`${JSON.stringify([key, stored.object, stored.bytes])}\n`))
        await Promise.race([once(lines, 'drain'), listing]);
    });
  };
  const copyAll = async () => {
    for await (const client of store.folders()) await copyClient(client);
    lines.end();
  };
  try {
    await copyAll();
  } catch (error) {
    // otherwise storing the list would wait for more lines forever
    packed.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  return { list: await listing, ...total, added, damaged };
}

/** Reads the list of files of a backup. @throws BackupRefusedError if the list is damaged */
export async function* readFileList(
  repository: Repository,
  backupId: string,
  list: StoredObject,
): AsyncGenerator<BackupFile> {
  const decoder = new TextDecoder();
  let rest = '';
  const objects = [{ name: listName(backupId), object: list.object }];
  for await (const chunk of unpackObjects(repository, objects, createGunzip())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key, object, bytes] = JSON.parse(line) as [string, string, number]; // the checksum of the list has been verified
      yield { key, object, bytes };
    }
  }
}

/** Reads the content of a file. @throws DamagedObjectError if it is missing or damaged, possibly only after all bytes */
export function readFile(repository: Repository, { key, object }: BackupFile): AsyncGenerator<Uint8Array> {
  return repository.read(nameOf(key), object);
}
