import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { Backlog, DatabaseFacts } from './doctor-types.ts';

type ServerFacts = Pick<DatabaseFacts, 'versionNumber' | 'transactionAge'> & { now: Date };

export async function readServer(connection: Connection): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select
      current_setting('server_version_num')::integer as "versionNumber",
      clock_timestamp() as now,
      age(pg_database.datfrozenxid)::bigint as "transactionAge"
    from pg_database
    where pg_database.datname = current_database()`.execute(connection);
  const [facts] = rows;
  if (!facts) throw new Error('the database does not list itself');
  return facts;
}

/** Returns the names of the applied migrations, or none if the database is empty. */
export async function listAppliedNames(connection: Connection): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string | null }>`
    select to_regclass('public.schema_migration')::text as "table"`.execute(connection);
  if (!tables[0]?.table) return [];
  const { rows } = await sql<{ name: string }>`
    select schema_migration.name
    from schema_migration
    order by schema_migration.name`.execute(connection);
  return rows.map(({ name }) => name);
}

/**
 * Lists tables with more than 100,000 dead rows, and more than half as many dead rows as live rows. Returns the 5 tables with the most dead
 * rows.
 */
export async function listBloated(connection: Connection): Promise<DatabaseFacts['bloated']> {
  const { rows } = await sql<DatabaseFacts['bloated'][number]>`
    select
      pg_stat_user_tables.relname as "table",
      pg_stat_user_tables.n_dead_tup as dead,
      pg_stat_user_tables.n_live_tup as live
    from pg_stat_user_tables
    where pg_stat_user_tables.n_dead_tup > 100000
      and pg_stat_user_tables.n_dead_tup > pg_stat_user_tables.n_live_tup / 2
    order by pg_stat_user_tables.n_dead_tup desc
    limit 5`.execute(connection);
  return rows;
}

/** Returns the client transaction in this database that has been open for longest, except this one. @returns undefined if there is none */
export async function findOldestTransaction(connection: Connection): Promise<DatabaseFacts['oldestTransaction']> {
  const { rows } = await sql<{ seconds: number; program: string }>`
    select
      extract(epoch from clock_timestamp() - activity.xact_start)::integer as seconds,
      activity.application_name as program
    from pg_stat_activity as activity
    where activity.datname = current_database()
      and activity.pid <> pg_backend_pid()
      and activity.backend_type = 'client backend'
      and activity.xact_start is not null
    order by activity.xact_start
    limit 1`.execute(connection);
  return rows[0];
}

/** Returns the queues of work, each with the age of its oldest entry. */
export async function listBacklogs(connection: Connection): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select
      'imports' as name,
      count(*) as count,
      coalesce(extract(epoch from clock_timestamp() - min(import_job.started_at)), 0)::integer as seconds,
      null as "adapterId"
    from import_job
    where import_job.status = 'Importing'
    union all
    select
      'outbox',
      count(*),
      coalesce(extract(epoch from clock_timestamp() - min(event_outbox.added_at)), 0)::integer,
      (array_agg(event_outbox.adapter_id order by event_outbox.event_no))[1]
    from event_outbox
    union all
    select
      'events',
      count(*),
      coalesce(extract(epoch from clock_timestamp() - min(pending.created)), 0)::integer,
      (array_agg(pending.adapter_id order by pending.created))[1]
    from pending
    union all
    select
      'downloads',
      count(*),
      coalesce(extract(epoch from clock_timestamp() - min(asset.due_at)), 0)::integer,
      null
    from asset
    where asset.status = 'WAITING_FOR_DOWNLOAD' and asset.due_at < clock_timestamp()`.execute(connection);
  return rows;
}
