import { sql } from 'kysely';
import { type Connection, type Database, limitLockWaits, sharesSessions, transaction } from '../platform/index.ts';

/** Creates the missing partitions of these days (YYYY-MM-DD). Concurrent calls by several processes are safe. */
export async function ensurePartitions(connection: Connection, days: readonly string[]): Promise<void> {
  await sql`
    select ensure_event_partition(day)
    from unnest(${days}::date[]) as day`.execute(connection);
}

export interface EventPartition {
  name: string;
  /** `no`: detached from the table, but not dropped yet. `half`: the detach was interrupted. */
  attached: 'yes' | 'half' | 'no';
}

/** Lists all partitions of the event table, including partitions that an interrupted purge left behind. */
export async function listPartitions(connection: Connection): Promise<EventPartition[]> {
  const { rows } = await sql<EventPartition>`
    select
      pg_class.relname as name,
      case when pg_inherits.inhrelid is null then 'no' when pg_inherits.inhdetachpending then 'half' else 'yes' end as attached
    from pg_class
    left join pg_inherits on pg_inherits.inhrelid = pg_class.oid and pg_inherits.inhparent = 'event'::regclass
    where pg_class.relkind = 'r'
      and pg_class.relnamespace = (select parent.relnamespace from pg_class as parent where parent.oid = 'event'::regclass)
      and pg_class.relname ~ '^event_[0-9]{8}$'
    order by pg_class.relname`.execute(connection);
  return rows;
}

/**
 * Maximum wait for each lock when a partition is dropped in a transaction. The transaction waits for the lock of the table, and for the
 * lock of the partition. Meanwhile, readers and writers of events wait too.
 */
const lockWaitMs = 250;

/**
 * Detaches a partition from the table and drops it in one transaction, because a lock timeout cannot be set for a shared session. The table
 * is locked while the partition is detached.
 */
async function dropInTransaction(database: Database, { name, attached }: EventPartition): Promise<void> {
  const table = sql.table(name);
  await transaction(database, async (opened) => {
    await limitLockWaits(opened, lockWaitMs);
    if (attached === 'yes') await sql`alter table event detach partition ${table}`.execute(opened);
    if (attached === 'half') await sql`alter table event detach partition ${table} finalize`.execute(opened);
    await sql`drop table if exists ${table}`.execute(opened);
  });
}

/**
 * Detaches a partition from the table and drops it. Waits at most 10 s for readers of the partition, without holding a lock that other
 * transactions need. With shared sessions, it blocks readers and writers of events for at most half a second.
 * @throws an error of PostgreSQL if the wait times out or another process is dropping the partition; a later call completes the work
 */
export async function dropPartition(database: Database, partition: EventPartition): Promise<void> {
  if (sharesSessions(database)) {
    await dropInTransaction(database, partition);
    return;
  }
  const { name, attached } = partition;
  const table = sql.table(name);
  await database.connection().execute(async (connection) => {
    await sql`set lock_timeout = '10s'`.execute(connection);
    try {
      if (attached === 'yes') await sql`alter table event detach partition ${table} concurrently`.execute(connection);
      if (attached === 'half') await sql`alter table event detach partition ${table} finalize`.execute(connection);
      await sql`drop table if exists ${table}`.execute(connection);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}
