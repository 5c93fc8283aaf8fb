import { sql } from 'kysely';
import { type AdapterId, type Connection, pageOf } from '../platform/index.ts';
import { eventColumns, matches, nextEvents, storedEvent } from './event-filter-views.ts';
import { timeOfEventId } from './event-id-rules.ts';
import type { EventPage, EventQuery, EventRow, StoredEvent } from './event-types.ts';

/** Lists the next unacknowledged events without acknowledging them. */
export async function listPending(
  connection: Connection,
  { adapterId, after, filter, limit }: EventQuery,
): Promise<EventPage> {
  const { rows } = await sql<StoredEvent>`
    select ${eventColumns}
    from (
      select pending.created
      from pending
      where pending.adapter_id = ${adapterId} and pending.created > ${after} and ${matches('pending', filter)}
      order by pending.created
      limit ${limit + 1}
    ) as picked
    cross join lateral (${storedEvent(adapterId, sql`picked.created`)}) as event
    order by event.created`.execute(connection);
  const { rows: events, hasMore } = pageOf(rows, limit);
  return { events: events.map((event) => ({ ...event, acknowledged: false })), hasMore };
}

/** Lists the next events, acknowledged or not. */
export async function listEvents(connection: Connection, query: EventQuery): Promise<EventPage> {
  const { adapterId, limit } = query;
  const { rows } = await sql<EventRow>`
    select
      ${eventColumns},
      not exists (
        select 1
        from pending
        where pending.adapter_id = ${adapterId} and pending.created = event.created
      ) as acknowledged
    from (${nextEvents(query, limit + 1)}) as event
    order by event.created`.execute(connection);
  const { rows: events, hasMore } = pageOf(rows, limit);
  return { events, hasMore };
}

/** Returns an event by its id, using the time in the id. @returns undefined if this stream does not contain the event */
export async function findEvent(
  connection: Connection,
  adapterId: AdapterId,
  eventId: string,
): Promise<StoredEvent | undefined> {
  const created = timeOfEventId(eventId);
  if (!created) return undefined;
  const { rows } = await sql<StoredEvent>`
    select ${eventColumns}
    from (${storedEvent(adapterId, sql`${created}`)}) as event
    where event.event_id = ${eventId}`.execute(connection);
  return rows[0];
}

/** Returns the event that was appended with a type and subject. @returns undefined if there is none or it was purged */
export async function findSubjectEvent(
  connection: Connection,
  adapterId: AdapterId,
  { eventType, subject }: { eventType: string; subject: string },
): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select
      ${eventColumns},
      not exists (
        select 1
        from pending
        where pending.adapter_id = ${adapterId} and pending.created = event.created
      ) as acknowledged
    from event
    -- no other condition, so that the index on subject_key is used
    where event.subject_key = md5(jsonb_build_array(${adapterId}::text, ${eventType}::text, ${subject}::text)::text)::uuid
    limit 1`.execute(connection);
  return rows[0];
}
