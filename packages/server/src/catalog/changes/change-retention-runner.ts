import { createWorker, type Database, transaction, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { listClientsToPurge, purgeEntries } from './change-store.ts';

const clientsAtOnce = 100;

/**
 * Deletes changes that are older than the retention period, immediately and then every hour. Several processes can do this on one database.
 */
export function startChangeRetention(deps: WorkerDeps & { database: Database }): Worker {
  const { database, clock } = deps;
  return createWorker(deps, {
    name: 'retention of changes',
    everyMs: 3_600_000,
    async next({ signal }) {
      const now = clock.now();
      const clientIds = await listClientsToPurge(database, now, clientsAtOnce);
      for (const clientId of clientIds) {
        if (signal.aborted) return false;
        await transaction(database, (opened) => purgeEntries(opened, clientId, now));
      }
      return clientIds.length > 0;
    },
  });
}
