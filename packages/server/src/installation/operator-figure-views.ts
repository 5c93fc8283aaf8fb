import { sql } from 'kysely';
import { type AdapterId, type Connection, findArchiveAge } from '../platform/index.ts';

/** Figures of the whole database. `unreadEvents`, `outboxEvents`, `waitingDownloads` and `duePreviews` are at most `maxCounted`. */
export interface DatabaseFigures {
  databaseBytes: number;
  searchBacklog: number;
  evaluationBacklog: number;
  waitingImports: number;
  oldestImportSeconds: number;
  unreadEvents: number;
  waitingDownloads: number;
  duePreviews: number;
  /** Events that are not in the stream of their adapter yet. */
  outboxEvents: number;
  oldestOutboxSeconds: number;
  /** Seconds since the embedded database last archived its write-ahead log, or since it started if that was later. 0 without an archive. */
  archiveSeconds: number;
}

/**
 * Figures of one adapter. `oldestEventSeconds` is null without unacknowledged events. `silentSeconds` is null if the adapter has never
 * called.
 */
export interface AdapterFigures {
  adapterId: AdapterId;
  oldestEventSeconds: number | null;
  silentSeconds: number | null;
}

/** Returns the number of imports that are running in any process. */
export async function countRunningImports(connection: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from import_job
    where import_job.status = 'Importing' and import_job.owner is not null`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Maximum count of a queue that is counted row by row. Counting a million rows for each scrape would delay other statements. */
const maxCounted = 10_000;

export async function readDatabaseFigures(connection: Connection): Promise<DatabaseFigures> {
  const { rows } = await sql<Omit<DatabaseFigures, 'archiveSeconds'>>`
    select
      pg_database_size(current_database()) as "databaseBytes",
      (select coalesce(sum(product_change.size), 0) from product_change) as "searchBacklog",
      (select coalesce(sum(evaluation_change.size), 0) from evaluation_change) as "evaluationBacklog",
      waiting.count as "waitingImports",
      waiting.seconds as "oldestImportSeconds",
      (select count(*) from (select from pending limit ${maxCounted}) as unread) as "unreadEvents",
      (
        select count(*)
        from (
          select from asset where asset.status = 'WAITING_FOR_DOWNLOAD' limit ${maxCounted}
        ) as due
      ) as "waitingDownloads",
      (select count(*) from (select from asset where asset.preview = 'due' limit ${maxCounted}) as due) as "duePreviews",
      (select count(*) from (select from event_outbox limit ${maxCounted}) as waiting) as "outboxEvents",
      (
        select coalesce(extract(epoch from clock_timestamp() - min(oldest.added_at)), 0)::float8
        from stream
        cross join lateral (
          select event_outbox.added_at
          from event_outbox
          where event_outbox.adapter_id = stream.adapter_id
          order by event_outbox.event_no
          limit 1
        ) as oldest
      ) as "oldestOutboxSeconds"
    from (
      select
        count(*) as count,
        coalesce(extract(epoch from clock_timestamp() - min(import_job.started_at)), 0)::float8 as seconds
      from import_job
      where import_job.status = 'Importing' and import_job.owner is null
    ) as waiting`.execute(connection);
  const [figures] = rows;
  if (!figures) throw new Error('the database returned no figures');
  return { ...figures, archiveSeconds: (await findArchiveAge(connection)) ?? 0 };
}

export async function listAdapterFigures(connection: Connection): Promise<AdapterFigures[]> {
  const { rows } = await sql<AdapterFigures>`
    select
      adapter.adapter_id as "adapterId",
      extract(epoch from clock_timestamp() - oldest.created)::float8 as "oldestEventSeconds",
      extract(epoch from clock_timestamp() - called.at)::float8 as "silentSeconds"
    from adapter
    left join lateral (
      select pending.created
      from pending
      where pending.adapter_id = adapter.adapter_id
      order by pending.created
      limit 1
    ) as oldest on true
    left join (
      select access_key.adapter_id, max(access_key.last_used_at) as at
      from access_key
      where access_key.adapter_id is not null
      group by access_key.adapter_id
    ) as called on called.adapter_id = adapter.adapter_id
    order by adapter.adapter_id
    limit ${maxCounted}`.execute(connection);
  return rows;
}
