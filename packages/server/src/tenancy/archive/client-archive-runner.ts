import { createWorker, startLeaseWorker, transaction, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { archiveObjectKey } from './archive-link-rules.ts';
import { ArchiveLostError } from './archive-file-service.ts';
import { type WriteDeps, writeArchive } from './archive-write-service.ts';
import {
  claimArchive,
  expireLeases,
  heartbeatArchives,
  lockExpired,
  markExpired,
  releaseArchive,
} from './client-archive-store.ts';

export interface ArchiveRunnerDeps extends WriteDeps, WorkerDeps {
  /** True if no other process uses this database. */
  alone: boolean;
}

export interface ArchiveRunner extends AsyncDisposable {
  archives: Worker;
  /** Removes the files of expired archives, and of failed archives that may have one. */
  expiry: Worker;
}

/** Maximum number of files removed per transaction. */
const batchFiles = 50;

/** Claims an archive and writes it. @returns false if no archive is waiting */
async function writeNext(deps: ArchiveRunnerDeps, signal: AbortSignal): Promise<boolean> {
  const { database, clock, owner, log } = deps;
  const archive = await claimArchive(database, owner);
  if (!archive) return false;
  const { clientId, archiveId } = archive;
  try {
    await writeArchive(deps, archive, signal);
    log.info({ clientId, archiveId }, 'wrote an archive of a client');
  } catch (error) {
    await releaseArchive(database, archive, { owner, isFailure: !signal.aborted, at: clock.now() });
    if (!signal.aborted && !(error instanceof ArchiveLostError)) throw error;
  }
  return true;
}

/** Removes the files of one batch of expired or failed archives. @returns false if there are none */
async function removeExpired({ database, clock, store }: ArchiveRunnerDeps): Promise<boolean> {
  return transaction(database, async (transaction) => {
    const expired = await lockExpired(transaction, clock.now(), batchFiles);
    for (const key of expired) {
      await store.delete(archiveObjectKey(key));
      await markExpired(transaction, key);
    }
    return expired.length > 0;
  });
}

/**
 * Starts the workers that write archives one after the other and remove the files of expired archives. Several processes can run them on
 * one database.
 */
export async function startArchives(deps: ArchiveRunnerDeps): Promise<ArchiveRunner> {
  const { database, owner, alone } = deps;
  await using started = new AsyncDisposableStack();
  const leases = await startLeaseWorker(deps, {
    name: 'archives of clients',
    alone,
    heartbeat: () => heartbeatArchives(database, owner),
    expire: (olderThanSeconds) => expireLeases(database, olderThanSeconds),
    onExpired: () => {
      archives.wake();
    },
  });
  started.use(leases);
  const archives = started.use(
    createWorker(deps, { name: 'archives of clients', everyMs: 5_000, next: ({ signal }) => writeNext(deps, signal) }),
  );
  const expiry = started.use(
    createWorker(deps, { name: 'expired archives', everyMs: 600_000, next: () => removeExpired(deps) }),
  );
  const resources = started.move();
  return { archives, expiry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
