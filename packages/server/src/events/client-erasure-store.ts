import { sql } from 'kysely';
import type { ClientId, Connection, Transaction } from '../platform/core.ts';

/** Type of the event that an adapter must still read after the client is deleted. Its data contains account ids only. */
const keptType = sql.lit('CLIENT_CHANNEL_DELETED_EVENT');

/** A position in the streams of all adapters, which are read one after the other. */
export interface StreamsPosition {
  adapterId: string;
  created: Date;
}

/**
 * Removes the data from a client's next events after a position and acknowledges these events. Events of type
 * `CLIENT_CHANNEL_DELETED_EVENT` are not changed. The events keep their position, because a cursor can refer to one of them.
 * @returns the number of events that lost their data, and the position of the last event that was processed; undefined if there are no more
 * events
 */
export async function stripEvents(
  connection: Transaction,
  clientId: ClientId,
  after: { adapterId: string; created: string | Date },
  limit: number,
): Promise<(StreamsPosition & { stripped: number }) | undefined> {
  const { rows } = await sql<StreamsPosition & { stripped: number }>`
    with batch as materialized (
      select stream.adapter_id, next.created, next.event_type
      from stream
      cross join lateral (
        select event.created, event.event_type
        from event
        where event.adapter_id = stream.adapter_id
          and event.client_id = ${clientId}
          and event.created > case
            when stream.adapter_id = ${after.adapterId} then ${after.created}::timestamptz
            else '-infinity'
          end
        order by event.created
        limit ${limit}
      ) as next
      where stream.adapter_id >= ${after.adapterId}
      order by stream.adapter_id, next.created
      limit ${limit}
    ), acknowledged as (
      delete from pending
      using batch
      where pending.adapter_id = batch.adapter_id
        and pending.created = batch.created
        and batch.event_type <> ${keptType}
    ), stripped as (
      update event
      set data = '{}'
      from batch
      where event.adapter_id = batch.adapter_id
        and event.created = batch.created
        and batch.event_type <> ${keptType}
        and event.data <> '{}'
      returning 1
    )
    select last.adapter_id as "adapterId", last.created, (select count(*) from stripped) as stripped
    from batch as last
    order by last.adapter_id desc, last.created desc
    limit 1`.execute(connection);
  return rows[0];
}

/** Deletes the records and the counts of a client's events that were purged unread. @returns the number of deleted rows */
export async function deletePurgedEvents(connection: Transaction, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with events as (
      delete from purged_event
      where purged_event.client_id = ${clientId}
      returning 1
    ), counts as (
      delete from event_purge
      where event_purge.client_id = ${clientId}
      returning 1
    )
    select (select count(*) from events) + (select count(*) from counts) as deleted`.execute(connection);
  return rows[0]?.deleted ?? 0;
}

/**
 * Returns true if a client has no event data, no unacknowledged events, no events in the outbox and no records of purged events left.
 * Positions of events and `CLIENT_CHANNEL_DELETED_EVENT` events may remain.
 */
export async function areEventsErased(connection: Connection, clientId: ClientId): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select
      exists (
        select 1
        from stream
        join event on event.adapter_id = stream.adapter_id
        where event.client_id = ${clientId} and event.event_type <> ${keptType} and event.data <> '{}'
      )
      or exists (
        select 1
        from stream
        join pending on pending.adapter_id = stream.adapter_id
        where pending.client_id = ${clientId} and pending.event_type <> ${keptType}
      )
      or exists (select 1 from event_outbox where event_outbox.client_id = ${clientId})
      or exists (select 1 from kept_event where kept_event.client_id = ${clientId} and kept_event.event_type <> ${keptType})
      or exists (select 1 from purged_event where purged_event.client_id = ${clientId})
      or exists (select 1 from event_purge where event_purge.client_id = ${clientId}) as "isLeft"`.execute(connection);
  return rows[0]?.isLeft === false;
}
