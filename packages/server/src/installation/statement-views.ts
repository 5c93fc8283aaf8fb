import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';

export interface LongStatementRow {
  program: string;
  seconds: number;
  /** What the statement waits for, such as `lock` (a lock of another transaction) or `io`. Null if it does not wait. */
  waitsFor: string | null;
  /** Number of transactions that the statement waits for. */
  blockers: number;
  /** True if the transaction is open, but no statement is running. */
  isIdle: boolean;
  /** The text, including the values in it. */
  text: string;
}

/** Minimum duration of listed statements and idle transactions. */
const longSeconds = 1;
const maxStatements = 50;

/**
 * Lists statements of any program that have been running for more than a second, and open transactions that have been idle for more than a
 * second. Lists at most `maxStatements`, longest first. The text does not include parameters. Without `pg_read_all_stats`, the database
 * hides everything about the statements of other roles, including their age.
 */
export async function listLongStatements(connection: Connection): Promise<LongStatementRow[]> {
  const { rows } = await sql<LongStatementRow>`
    select
      activity.application_name as program,
      extract(epoch from clock_timestamp() - since.at)::float8 as seconds,
      lower(activity.wait_event_type) as "waitsFor",
      case when activity.wait_event_type = 'Lock' then cardinality(pg_blocking_pids(activity.pid)) else 0 end as blockers,
      activity.state like 'idle%' as "isIdle",
      activity.query as text
    from pg_stat_activity as activity
    cross join lateral (
      select case when activity.state = 'active' then activity.query_start else activity.state_change end as at
    ) as since
    where activity.datname = current_database()
      and activity.pid <> pg_backend_pid()
      and activity.backend_type = 'client backend'
      and activity.state <> 'idle'
      and since.at < clock_timestamp() - make_interval(secs => ${longSeconds}::integer)
    order by since.at
    limit ${maxStatements}`.execute(connection);
  return rows;
}

/** Counts the connections of other programs whose statements the database role may not see. */
export async function countHiddenConnections(connection: Connection): Promise<number> {
  const { rows } = await sql<{ hidden: number }>`
    select count(*)::integer as hidden
    from pg_stat_activity as activity
    where activity.datname = current_database()
      and activity.usesysid is not null
      and activity.state is null
      and activity.query = '<insufficient privilege>'`.execute(connection);
  return rows[0]?.hidden ?? 0;
}
