import type { Clock, Database, Log } from '../platform/index.ts';
import { daysToPrepare, isExpired, retentionLimit } from './retention-rules.ts';
import { dropPartition, ensurePartitions, listPartitions, purgePending } from './retention-store.ts';

export interface RetentionDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

export interface EventRetention extends AsyncDisposable {
  /** Works once through everything that is due now. */
  run(): Promise<void>;
}

const roundMs = 3_600_000;

/** Where another process was quicker there is nothing left to do. */
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

async function purge(deps: RetentionDeps, limit: Date): Promise<void> {
  // Entries first: what waits in a stream must have its event.
  while ((await purgePending(deps.database, limit)) > 0);
  await dropExpired(deps, limit);
}

/**
 * Prepares the partitions of the days to come and takes away what is older than the retention, now and every hour. Any number of
 * processes may do so on one database; a round that fails is told to the log and made up for by the next one.
 */
export function startEventRetention(deps: RetentionDeps): EventRetention {
  let stopping = false;
  let last: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    const now = deps.clock.now();
    await ensurePartitions(deps.database, daysToPrepare(now));
    await purge(deps, retentionLimit(now));
  }
  const run = () => (last = last.catch(() => undefined).then(round));
  const attempt = () => {
    run().catch((error: unknown) => {
      if (!stopping)
        deps.log.warn({ err: error }, 'the retention of events could not be kept; the next round tries again');
    });
  };

  attempt();
  const timer = setInterval(attempt, roundMs);
  return {
    run,
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearInterval(timer);
      await last.catch(() => undefined);
    },
  };
}
