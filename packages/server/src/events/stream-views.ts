import type { EventType } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import { type AdapterId, type ClientId, type Connection, pageOf } from '../platform/index.ts';
import { eventColumns, matches, storedEvent } from './event-filter-views.ts';
import type { EventFilter, EventPage, EventRow } from './event-types.ts';
import { keptType } from './retention-rules.ts';

export interface StreamBacklog {
  adapterId: AdapterId;
  /** Number of unacknowledged events, counted from the oldest one up to a limit. */
  backlog: number;
  oldestPending: Date | null;
  /** Time of the oldest counted event that can be purged unread. Null if there is none. */
  oldestPurgeable: Date | null;
  newest: Date | null;
  /** Number of all events that were purged unread. */
  purgedUnread: number;
  /** The latest purges of unread events per client and type, newest first. */
  purges: { clientId: ClientId; eventType: EventType; count: number; last: string }[];
}

const maxListedPurges = 100;

/**
 * Counts the unacknowledged events of each stream, sorted by adapter.
 * @param limits.after the retention limit; `newest` ignores events created at this time or earlier
 * @param limits.max maximum count per stream
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
      waiting.oldest_purgeable as "oldestPurgeable",
      newest.created as newest,
      coalesce(purged.amount, 0)::float8 as "purgedUnread",
      coalesce(purged.listed, '[]') as purges
    from stream
    join adapter on adapter.adapter_id = stream.adapter_id
    cross join lateral (
      select
        count(*) as amount,
        min(entry.created) as oldest,
        min(entry.created) filter (where entry.event_type <> ${keptType}) as oldest_purgeable
      from (
        select pending.created, pending.event_type
        from pending
        where pending.adapter_id = stream.adapter_id
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
    left join lateral (
      select
        sum(counted.purged) as amount,
        jsonb_agg(
          jsonb_build_object(
            'clientId', counted.client_id, 'eventType', counted.event_type, 'count', counted.purged,
            'last', to_char(counted.last_purged_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          )
          order by counted.last_purged_at desc, counted.client_id, counted.event_type
        ) filter (where counted.number <= ${maxListedPurges}) as listed
      from (
        select
          event_purge.client_id, event_purge.event_type, event_purge.purged, event_purge.last_purged_at,
          row_number() over (order by event_purge.last_purged_at desc, event_purge.client_id, event_purge.event_type) as number
        from event_purge
        where event_purge.adapter_id = stream.adapter_id
      ) as counted
    ) as purged on true
    order by stream.adapter_id`.execute(connection);
  return rows;
}

interface NewestQuery {
  adapterId: AdapterId;
  /** Events created at this time or earlier are only listed if they are unacknowledged. */
  retained: Date;
  /** Lists events before this time. Null starts with the newest event. */
  before: Date | null;
  filter: EventFilter;
  unacknowledged: boolean;
  limit: number;
}

/** Lists events, newest first. */
export async function listNewestEvents(
  connection: Connection,
  { adapterId, retained, before, filter, unacknowledged, limit }: NewestQuery,
): Promise<EventPage> {
  const newestOf = (table: 'pending' | 'event', range: RawBuilder<unknown>) => {
    const created = sql.ref(`${table}.created`);
    return sql`
      select ${created} as created
      from ${sql.ref(table)}
      where ${sql.ref(`${table}.adapter_id`)} = ${adapterId}
        and ${range}
        and ${before === null ? sql`true` : sql`${created} < ${before}`}
        and ${matches(table, filter)}
      order by ${created} desc
      limit ${limit + 1}`;
  };
  const newest = unacknowledged
    ? newestOf('pending', sql`true`)
    : sql`
      (${newestOf('event', sql`event.created > ${retained}`)})
      union all
      (${newestOf('pending', sql`pending.created <= ${retained}`)})
      order by created desc
      limit ${limit + 1}`;
  const { rows } = await sql<EventRow>`
    select
      ${eventColumns},
      not exists (
        select 1
        from pending
        where pending.adapter_id = ${adapterId} and pending.created = event.created
      ) as acknowledged
    from (${newest}) as picked
    cross join lateral (${storedEvent(adapterId, sql`picked.created`)}) as event
    order by event.created desc`.execute(connection);
  const { rows: events, hasMore } = pageOf(rows, limit);
  return { events, hasMore };
}
