import { createWorker, type Database, findArchiveAge, maxArchiveSeconds } from '../platform/index.ts';
import type { Worker, WorkerDeps } from '../platform/index.ts';

/**
 * Logs a warning every minute while the write-ahead log of the embedded database has not been archived for more than `maxArchiveSeconds`.
 */
export function startArchiveWatch(deps: WorkerDeps & { database: Database }): Worker {
  const { database, log } = deps;
  return createWorker(deps, {
    name: 'archive of the log: watch',
    everyMs: 60_000,
    next: async () => {
      const seconds = (await findArchiveAge(database)) ?? 0;
      if (seconds > maxArchiveSeconds)
        log.warn(
          { seconds: Math.round(seconds) },
          'the write-ahead log of the database is not archived and fills the data disk; postgres.log has the reason',
        );
      return false;
    },
  });
}
