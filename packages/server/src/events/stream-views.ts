import { sql } from 'kysely';
import { type AdapterId, type Connection, pageOf } from '../platform/index.ts';
import { eventColumns, matches } from './event-filter-views.ts';
import type { EventFilter, EventPage, EventRow } from './event-types.ts';

export interface StreamBacklog {
  adapterId: AdapterId;
  /** Number of unacknowledged events, counted up to a limit. */
  backlog: number;
  oldestPending: Date | null;
  newest: Date | null;
}

/**
 * Counts the unacknowledged events of each stream, by adapter.
 * @param after the retention limit, exclusive; `max` is the maximum count per stream
 */
export async function listBacklogRows(
  connection: Connection,
  { after, max }: { after: Date; max: number },
): Promise<StreamBacklog[]> {
  const { rows } = await sql<StreamBacklog>`
    select
      stream.adapter_id as "adapterId",
      waiting.amount as backlog,
      waiting.oldest as "oldestPending",
      newest.created as newest
    from stream
    join adapter on adapter.adapter_id = stream.adapter_id
    cross join lateral (
      select count(*) as amount, min(entry.created) as oldest
      from (
        select pending.created
        from pending
        where pending.adapter_id = stream.adapter_id and pending.created > ${after}
        order by pending.created
        limit ${max}
      ) as entry
    ) as waiting
    left join lateral (
      select event.created
      from event
      where event.adapter_id = stream.adapter_id and event.created > ${after}
      order by event.created desc
      limit 1
    ) as newest on true
    order by stream.adapter_id`.execute(connection);
  return rows;
}

interface NewestQuery {
  adapterId: AdapterId;
  /** Exclusive; events at or before this time are past the retention. */
  after: Date;
  /** Exclusive; null starts with the newest event. */
  before: Date | null;
  filter: EventFilter;
  unacknowledged: boolean;
  limit: number;
}

/** Lists events, newest first. */
export async function listNewestEvents(
  connection: Connection,
  { adapterId, after, before, filter, unacknowledged, limit }: NewestQuery,
): Promise<EventPage> {
  const table = unacknowledged ? 'pending' : 'event';
  const from = sql.ref(table);
  const created = sql.ref(`${table}.created`);
  const { rows } = await sql<EventRow>`
    select
      ${eventColumns},
      not exists (
        select 1
        from pending
        where pending.adapter_id = ${adapterId} and pending.created = event.created
      ) as acknowledged
    from (
      select ${created} as created
      from ${from}
      where ${sql.ref(`${table}.adapter_id`)} = ${adapterId}
        and ${created} > ${after}
        and ${before === null ? sql`true` : sql`${created} < ${before}`}
        and ${matches(table, filter)}
      order by ${created} desc
      limit ${limit + 1}
    ) as picked
    cross join lateral (
      select event.event_id, event.created, event.client_id, event.channel_id, event.event_type, event.data
      from event
      where event.adapter_id = ${adapterId} and event.created = picked.created
      offset 0
    ) as event
    order by event.created desc`.execute(connection);
  const { rows: events, hasMore } = pageOf(rows, limit);
  return { events, hasMore };
}
