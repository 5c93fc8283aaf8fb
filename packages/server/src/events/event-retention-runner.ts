import {
  createWorker,
  type Database,
  type Transaction,
  transaction,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import type { PurgedEvent } from './event-types.ts';
import { daysToPrepare, dayOfPartition, isExpired, retentionLimit } from './retention-rules.ts';
import { dropPartition, ensurePartitions, type EventPartition, listPartitions } from './retention-store.ts';
import * as unread from './unread-store.ts';

export interface RetentionDeps extends WorkerDeps {
  database: Database;
  /** Called for each event that was purged unread, in the transaction that takes the event from the queue. */
  onPurged?: ((transaction: Transaction, event: PurgedEvent) => Promise<void>) | undefined;
}

/** Drops a partition. Ignores an error if another process has already dropped the partition. */
async function dropExpired({ database, log }: RetentionDeps, partition: EventPartition): Promise<void> {
  try {
    await dropPartition(database, partition);
    log.info({ partition: partition.name }, 'dropped a partition of events that are past their retention');
  } catch (error) {
    if ((await listPartitions(database)).some(({ name }) => name === partition.name)) throw error;
  }
}

/** Purges the unread events of an expired day. First copies the unread events of type `keptType`, which are kept longer. */
async function purgeDay({ database, clock, log }: RetentionDeps, day: string): Promise<void> {
  await unread.keepUnread(database, day);
  let purged = 0;
  for (let count = 1; count > 0; purged += count) count = await unread.purgeUnread(database, day, clock.now());
  if (purged > 0) log.warn({ day, events: purged }, 'purged events that no adapter has read');
}

/** Reports purged events one by one. Returns when none is left or the signal aborts. */
async function reportPurged({ database, onPurged }: RetentionDeps, signal: AbortSignal): Promise<void> {
  const reportNext = () =>
    transaction(database, async (opened) => {
      const event = await unread.takePurged(opened);
      if (event) await onPurged?.(opened, event);
      return event !== undefined;
    });
  while (!signal.aborted && (await reportNext()));
}

/**
 * Creates the partitions of today and the coming days, and drops the partitions of days that are older than the retention limit. A
 * partition stays while it has unread events that must be kept and are not copied yet.
 */
async function keepRetention(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const now = clock.now();
  await ensurePartitions(database, daysToPrepare(now));
  const partitions = (await listPartitions(database)).flatMap((partition) => {
    const day = dayOfPartition(partition.name);
    return day === undefined ? [] : [{ partition, day }];
  });
  await unread.countRunning(
    database,
    partitions.map(({ day }) => day),
  );
  const purgeable = new Set(await unread.listPurgeableDays(database));
  for (const { partition, day } of partitions.filter((one) => isExpired(one.day, retentionLimit(now)))) {
    // The unread events are purged before the partition is dropped, because each row of `pending` must have its event.
    if (purgeable.has(day)) await purgeDay(deps, day);
    if (!(await unread.hasUnread(database, day))) await dropExpired(deps, partition);
  }
  await unread.forgetKept(database, now);
  await reportPurged(deps, signal);
}

/** Enforces the retention of events, immediately and then every hour. Several processes can do this on one database. */
export function startEventRetention(deps: RetentionDeps): Worker {
  return createWorker(deps, {
    name: 'retention of events',
    everyMs: 3_600_000,
    async next({ signal }) {
      await keepRetention(deps, signal);
      return false;
    },
  });
}
