import { sql } from 'kysely';
import type { AdapterId, Database, Transaction } from '../platform/index.ts';
import { eventColumns, matches, nextEvents, storedEvent } from './event-filter-views.ts';
import type { EventPage, EventQuery, EventRow, StoredEvent } from './event-types.ts';

type PageRow = EventRow & { hasMore: boolean };

/** Creates the stream of a new adapter. An existing stream is not changed. */
export async function createStream(transaction: Transaction, adapterId: AdapterId): Promise<void> {
  await sql`
    insert into stream (adapter_id)
    values (${adapterId})
    on conflict do nothing`.execute(transaction);
}

/**
 * Reads the next unacknowledged events and acknowledges them, in one statement. Concurrent polls return disjoint events. An empty poll
 * writes nothing.
 */
export async function takePending(
  connection: Database,
  { adapterId, after, filter, limit }: EventQuery,
): Promise<EventPage> {
  // Deleting by ctid avoids a second search. `hasMore` searches for the next event in order, because "exists" could scan the table through
  // dead entries.
  const { rows } = await sql<PageRow>`
    with picked as materialized (
      select pending.ctid as place, pending.created
      from pending
      where pending.adapter_id = ${adapterId} and pending.created > ${after} and ${matches('pending', filter)}
      order by pending.created
      limit ${limit}
      for update skip locked
    ), gone as (
      delete from pending
      where pending.adapter_id = ${adapterId} and pending.ctid = any (array(select picked.place from picked))
      returning pending.created
    )
    select
      ${eventColumns},
      true as acknowledged,
      (select count(*) from picked) = ${limit} and (
        select pending.created
        from pending
        where pending.adapter_id = ${adapterId}
          and pending.created > (select max(picked.created) from picked)
          and ${matches('pending', filter)}
        order by pending.created
        limit 1
      ) is not null as "hasMore"
    from gone
    cross join lateral (${storedEvent(adapterId, sql`gone.created`)}) as event
    order by event.created`.execute(connection);
  return pageOf(rows);
}

/** Reads the next events, acknowledged or not, and acknowledges those that are unacknowledged. */
export async function takeAny(connection: Database, query: EventQuery): Promise<EventPage> {
  const { adapterId, limit } = query;
  // Locks the rows in order and waits for concurrent transactions, so that the response reports an event as acknowledged only if the
  // acknowledgement is committed.
  const { rows } = await sql<PageRow>`
    with candidate as materialized (
      ${nextEvents(query, limit + 1)}
    ), event as (
      select candidate.event_id, candidate.created, candidate.client_id, candidate.channel_id, candidate.event_type, candidate.data
      from candidate
      order by candidate.created
      limit ${limit}
    ), picked as materialized (
      select pending.ctid as place
      from pending
      where pending.adapter_id = ${adapterId} and pending.created = any (array(select event.created from event))
      order by pending.created
      for update
    ), gone as (
      delete from pending
      where pending.adapter_id = ${adapterId} and pending.ctid = any (array(select picked.place from picked))
    )
    select ${eventColumns}, true as acknowledged, (select count(*) from candidate) > ${limit} as "hasMore"
    from event
    order by event.created`.execute(connection);
  return pageOf(rows);
}

/** Acknowledges one event. Does nothing if the event is already acknowledged. */
export async function acknowledge(connection: Database, adapterId: AdapterId, created: Date): Promise<void> {
  await sql`
    delete from pending
    where pending.adapter_id = ${adapterId} and pending.created = ${created}`.execute(connection);
}

/** Makes an event unacknowledged again. */
export async function putBack(connection: Database, adapterId: AdapterId, event: StoredEvent): Promise<void> {
  await sql`
    insert into pending (adapter_id, created, client_id, channel_id, event_type)
    values (${adapterId}, ${event.created}, ${event.clientId}, ${event.channelId}, ${event.eventType})
    on conflict do nothing`.execute(connection);
}

function pageOf(rows: PageRow[]): EventPage {
  return { events: rows.map(({ hasMore: _hasMore, ...event }) => event), hasMore: rows[0]?.hasMore ?? false };
}
