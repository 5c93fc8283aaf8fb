import { createWorker, type Database, type Worker, type WorkerDeps } from '../platform/index.ts';
import { purgeFiles } from './files/file-store.ts';
import { purgeDeletedMappings } from './mappings/mapping-store.ts';

/** Files of one step; deleting one with 4 GiB takes seconds. */
const filesPerStep = 20;
/** Versions of a mapping go on rising for this long after it was deleted. */
const deletedMs = 30 * 86_400_000;

/** Deletes expired files, and what is left of deleted mappings. */
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
