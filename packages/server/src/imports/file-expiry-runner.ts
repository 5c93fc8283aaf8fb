import { createWorker, type Database, type Worker, type WorkerDeps } from '../platform/index.ts';
import { purgeFiles } from './files/file-store.ts';
import { purgeDeletedMappings } from './mappings/mapping-store.ts';

/** Maximum number of files that one step deletes; deleting a file of 4 GiB takes seconds. */
const filesPerStep = 20;
/** A deleted mapping leaves a row for this long, so that a new mapping of the same name continues its version numbers. */
const deletedMs = 30 * 86_400_000;

/** Deletes expired files, and the rows that deleted mappings left behind. */
export function createFileExpiry(deps: WorkerDeps & { database: Database }): Worker {
  const { database, clock } = deps;
  return createWorker(deps, {
    name: 'expired files',
    everyMs: 600_000,
    async next() {
      const now = clock.now();
      const files = await purgeFiles(database, now, filesPerStep);
      if (files === filesPerStep) return true;
      await purgeDeletedMappings(database, new Date(now.getTime() - deletedMs));
      return false;
    },
  });
}
