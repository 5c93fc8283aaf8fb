import { type Clock, type Database, type ObjectStore, openSnapshot } from '../../platform/core.ts';
import { addContent, type ArchiveContent } from './archive-content-service.ts';
import { archiveObjectKey } from './archive-link-rules.ts';
import { isLeaseHeld } from './client-archive-store.ts';
import type { ArchiveKey, WrittenArchive } from './client-archive-types.ts';
import { createTarFile, type TarFile } from './tar-file-service.ts';

export interface ArchiveFileDeps {
  database: Database;
  clock: Clock;
  store: ObjectStore;
  /** Id with which this process claims archives. */
  owner: string;
}

/**
 * Thrown if an archive must not be completed, because this process is stopping or has lost the lease, for example because the client is
 * being deleted.
 */
export class ArchiveLostError extends Error {
  override readonly name = 'ArchiveLostError';
}

/** Minimum interval in milliseconds between two checks of the lease. */
const checkMs = 2_000;
/** Writing fails after this time in milliseconds without progress, because the database or the object store must be hanging. */
const stallMs = 600_000;

/**
 * Returns a function that throws if the process is stopping or no longer holds the lease of the archive. The function queries the database
 * at most every two seconds.
 */
function createCheck(
  { database, clock, owner }: ArchiveFileDeps,
  key: ArchiveKey,
  signal: AbortSignal,
): () => Promise<void> {
  let checkedAt = clock.monotonic();
  return async () => {
    signal.throwIfAborted();
    if (clock.monotonic() - checkedAt < checkMs) return;
    checkedAt = clock.monotonic();
    if (!(await isLeaseHeld(database, key, owner))) throw new ArchiveLostError('the archive is not needed any more');
  };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Runs the writer and the reader of a tar file concurrently. If one of them fails, the other fails as well. */
async function together<W, R>(tar: TarFile, write: () => Promise<W>, read: () => Promise<R>): Promise<[W, R]> {
  const failing = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      tar.fail(asError(error));
      throw error;
    }
  };
  const [written, stored] = await Promise.allSettled([failing(write()), failing(read())]);
  if (written.status === 'rejected') throw asError(written.reason);
  if (stored.status === 'rejected') throw asError(stored.reason);
  return [written.value, stored.value];
}

/**
 * Streams an archive into the object store, from one snapshot of the database.
 * @throws ArchiveLostError; the reason of an aborted `signal`; errors of the database and the object store; Error if writing makes no
 * progress
 */
export async function writeArchiveFile(
  deps: ArchiveFileDeps,
  key: ArchiveKey,
  signal: AbortSignal,
): Promise<WrittenArchive> {
  const { database, clock, store } = deps;
  await using opened = await openSnapshot(database);
  const snapshotAt = clock.now();
  const tar = createTarFile(snapshotAt, stallMs);
  const stop = () => tar.fail(new ArchiveLostError('the process is stopping'));
  signal.addEventListener('abort', stop, { once: true });
  using _listener = { [Symbol.dispose]: () => signal.removeEventListener('abort', stop) };
  const check = createCheck(deps, key, signal);
  const [content, object] = await together(
    tar,
    async (): Promise<ArchiveContent> => {
      const made = await addContent({ ...deps, snapshot: opened.transaction, tar, check }, { ...key, snapshotAt });
      await tar.end();
      return made;
    },
    () => store.put(tar.body, () => archiveObjectKey(key)),
  );
  await object.makeDurable();
  return { ...content, snapshotAt, size: object.size, sha256: object.sha256 };
}
