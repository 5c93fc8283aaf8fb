import { createWorker, type Database, type Worker, type WorkerDeps } from '../platform/index.ts';
import { undoDays } from './bulk-service.ts';
import { purgeBulkEdits } from './bulk/bulk-store.ts';
import { purgeFiles } from './files/file-store.ts';
import { purgeDeletedMappings } from './mappings/mapping-store.ts';

/** Maximum number of files that one step deletes. Deleting a file of 4 GiB takes seconds. */
const filesPerStep = 20;
const day = 86_400_000;
/**
 * After a mapping was deleted, its version number is kept for this time, so that a new mapping with the same name continues the numbers.
 */
const deletedMs = 30 * day;

/** Dry runs of bulk edits are kept for this long. */
const dryRunMs = day;

/**
 * Creates the worker that deletes expired files and the remains of deleted mappings. It also deletes old dry runs of bulk edits, and the
 * product lists of bulk edits that can no longer be undone.
 */
export function createFileExpiry(deps: WorkerDeps & { database: Database }): Worker {
  const { database, clock } = deps;
  return createWorker(deps, {
    name: 'expired files',
    everyMs: 600_000,
    async next() {
      const now = clock.now();
      const files = await purgeFiles(database, now, filesPerStep);
      if (files === filesPerStep) return true;
      const ago = (ms: number) => new Date(now.getTime() - ms);
      await purgeDeletedMappings(database, ago(deletedMs));
      await purgeBulkEdits(database, { ended: ago(undoDays * day), dryRuns: ago(dryRunMs) });
      return false;
    },
  });
}
