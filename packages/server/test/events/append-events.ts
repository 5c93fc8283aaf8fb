import { sql } from 'kysely';
import type { NewEvent } from '../../src/events/event-types.ts';
import type { AdapterId, Transaction } from '../../src/platform/core.ts';

/**
 * Appends events directly to the stream of an adapter, as an earlier version of Pimento does. Locks the stream until the commit. Before
 * appending, relays the events that are in the outbox.
 * @param at the time of the events, by default the database's clock
 * @returns an eventId for each event; if the stream already has an event of the same type and subject, the id of that event
 */
export async function appendEvents(
  transaction: Transaction,
  adapterId: AdapterId,
  events: readonly NewEvent[],
  at: Date | null = null,
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => ({
    client_id: event.clientId,
    channel_id: event.channelId,
    event_type: event.eventType,
    subject: event.subject,
    data: event.data,
  }));
  const { rows: appended } = await sql<{ eventId: string }>`
    select appended.event_id as "eventId"
    from append_events(${adapterId}, ${JSON.stringify(rows)}::jsonb, ${at}::timestamptz) as appended
    order by appended.place`.execute(transaction);
  return appended.map((row) => row.eventId);
}
