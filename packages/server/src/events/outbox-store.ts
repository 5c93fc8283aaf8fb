import { sql } from 'kysely';
import { type AdapterId, type Connection, type Database, signalCommit, type Transaction } from '../platform/core.ts';
import type { NewEvent } from './event-types.ts';

/** Topic of the signals that wake the relay of this process. Their subjects are ids of adapters. */
export const outboxTopic = 'events in the outbox';

/**
 * Adds events for an adapter to the outbox of their clients, in the given order. After the commit, the relay moves them to the adapter's
 * stream. The function `transaction` returns after this move, or after a limited wait. The transaction must hold the locks of the events'
 * connections (client and channel), so that events of one connection are relayed in the order of the commits. An event is not relayed if
 * the stream already has an event of its type and subject.
 * @throws Error if the adapter has no stream
 */
export async function addEvents(
  transaction: Transaction,
  adapterId: AdapterId,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    client_id: event.clientId,
    channel_id: event.channelId,
    event_type: event.eventType,
    subject: event.subject,
    data: event.data,
  }));
  const { numAffectedRows = 0n } = await sql`
    insert into event_outbox (client_id, adapter_id, channel_id, event_type, subject, data, bytes)
    select
      given.client_id, stream.adapter_id, given.channel_id, given.event_type, given.subject, given.data,
      octet_length(given.data::text)
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (client_id text, channel_id text, event_type text, subject text, data jsonb)
    ) with ordinality as given (client_id, channel_id, event_type, subject, data, place)
    join stream on stream.adapter_id = ${adapterId}
    order by given.place`.execute(transaction);
  if (numAffectedRows === 0n) throw new Error(`there is no stream of adapter ${adapterId}`);
  signalCommit(transaction, outboxTopic, adapterId);
}

/**
 * Moves the oldest events of an adapter from the outbox to its stream, in one statement, without waiting for another relay.
 * @returns the number of moved events, and whether there may be more; undefined if another transaction has locked the stream
 */
export async function relayEvents(
  database: Database,
  adapterId: AdapterId,
  maxEvents: number,
): Promise<{ relayed: number; hasMore: boolean } | undefined> {
  const { rows } = await sql<{ relayed: number; hasMore: boolean }>`
    select moved.relayed, moved.has_more as "hasMore"
    from relay_events(${adapterId}, ${maxEvents}) as moved`.execute(database);
  return rows[0];
}

/** Lists the adapters that have events in the outbox. */
export async function listWaitingAdapters(connection: Connection): Promise<AdapterId[]> {
  const { rows } = await sql<{ adapterId: AdapterId }>`
    select stream.adapter_id as "adapterId"
    from stream
    cross join lateral (
      select 1
      from event_outbox
      where event_outbox.adapter_id = stream.adapter_id
      limit 1
    ) as waiting`.execute(connection);
  return rows.map(({ adapterId }) => adapterId);
}

/** Returns true if a client has events that are not in the stream of their adapter yet. */
export async function hasOutboxEvents(connection: Connection, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from event_outbox
    where event_outbox.client_id = ${clientId}
    limit 1`.execute(connection);
  return rows.length > 0;
}
