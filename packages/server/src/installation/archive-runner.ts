import { createWorker, maxArchiveSeconds, type Worker, type WorkerDeps } from '../platform/index.ts';
import type { FigureReader } from './operator-figure-service.ts';

/** Logs a warning every minute while the write-ahead log of the embedded database is not archived. */
export function startArchiveWatch(deps: WorkerDeps & { readFigures: FigureReader }): Worker {
  const { log, readFigures } = deps;
  return createWorker(deps, {
    name: 'archive of the log: watch',
    everyMs: 60_000,
    next: async () => {
      const seconds = (await readFigures())?.database.archiveSeconds ?? 0;
      if (seconds > maxArchiveSeconds)
        log.warn(
          { seconds: Math.round(seconds) },
          'the write-ahead log of the database is not archived and fills the data disk; postgres.log has the reason',
        );
      return false;
    },
  });
}
