import { createWorker, type Database, type Worker, type WorkerDeps } from '../platform/index.ts';
import { daysToPrepare, isExpired, retentionLimit } from './retention-rules.ts';
import { dropPartition, ensurePartitions, listPartitions, purgePending } from './retention-store.ts';

export interface RetentionDeps extends WorkerDeps {
  database: Database;
}

/** Drops expired partitions. Ignores a partition that another process is dropping at the same time. */
async function dropExpired({ database, log }: RetentionDeps, limit: Date): Promise<void> {
  for (const partition of (await listPartitions(database)).filter(({ name }) => isExpired(name, limit))) {
    try {
      await dropPartition(database, partition);
      log.info({ partition: partition.name }, 'dropped a partition of events that are past their retention');
    } catch (error) {
      if ((await listPartitions(database)).some(({ name }) => name === partition.name)) throw error;
    }
  }
}

/** Creates the partitions of the coming days, and deletes events and entries that are past the retention. */
async function keepRetention(deps: RetentionDeps): Promise<void> {
  const now = deps.clock.now();
  const limit = retentionLimit(now);
  await ensurePartitions(deps.database, daysToPrepare(now));
  // entries first, because every entry of a stream must have its event
  while ((await purgePending(deps.database, limit)) > 0);
  await dropExpired(deps, limit);
}

/** Enforces the retention of events, immediately and then every hour. Several processes may do so on one database. */
export function startEventRetention(deps: RetentionDeps): Worker {
  return createWorker(deps, {
    name: 'retention of events',
    everyMs: 3_600_000,
    async next() {
      await keepRetention(deps);
      return false;
    },
  });
}
