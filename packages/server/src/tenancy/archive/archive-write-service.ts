import type { Clock, Database, ObjectStore } from '../../platform/index.ts';
import { ArchiveLostError } from './archive-file-service.ts';
import { archiveObjectKey } from './archive-link-rules.ts';
import { finishArchive } from './client-archive-store.ts';
import type { ArchiveKey, WrittenArchive } from './client-archive-types.ts';

export interface WriteDeps {
  database: Database;
  clock: Clock;
  store: ObjectStore;
  /** Id with which this process claims archives. */
  owner: string;
  /** Writes the file of an archive. Pimento does this in a separate thread. */
  writeFile: (key: ArchiveKey, signal: AbortSignal) => Promise<WrittenArchive>;
}

const keptMs = 7 * 86_400_000;

/**
 * Writes a claimed archive. If the process loses its lease before the end, the file is deleted again.
 * @throws ArchiveLostError; the reason of an aborted `signal`; errors of the database and the object store; Error if writing makes no
 * progress
 */
export async function writeArchive(deps: WriteDeps, key: ArchiveKey, signal: AbortSignal): Promise<void> {
  const { database, clock, store, owner } = deps;
  const written = await deps.writeFile(key, signal);
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + keptMs);
  if (await finishArchive(database, key, { owner, at, expiresAt, written })) return;
  await store.delete(archiveObjectKey(key));
  throw new ArchiveLostError('the archive is not needed any more');
}
