import {
  type AdapterId,
  type Clock,
  type Database,
  PimentoError,
  transaction,
  unknownCursor,
} from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { timeOfEventId } from './event-id-rules.ts';
import { acknowledge, takeAny, takePending } from './event-store.ts';
import type { EventFilter, EventPage, EventQuery, EventRow } from './event-types.ts';
import { findEvent, listEvents, listPending } from './event-views.ts';
import { retentionLimit } from './retention-rules.ts';

export interface EventDeps {
  database: Database;
  clock: Clock;
}

export interface PollDeps extends EventDeps {
  /** Connection pool that uses prepared statements. Use it only for statements whose text does not vary. */
  prepared: Database;
}

export interface PollQuery extends EventFilter {
  limit: number;
  startingAfter?: string | undefined;
  autoAck: boolean;
  returnAck: boolean;
}

const beginning = new Date(0);

/**
 * Returns the time of the cursor, or the beginning of the stream if there is no cursor. The poll reads events after this time.
 * @throws PimentoError unknown-cursor
 */
async function timeAfter(
  { prepared }: PollDeps,
  adapterId: AdapterId,
  cursor: string | undefined,
  retained: Date,
): Promise<Date> {
  if (cursor === undefined) return beginning;
  const time = timeOfEventId(cursor);
  // An event older than the retention limit may already be deleted, but its id still contains its time.
  if (time && time <= retained) return time;
  if (time && (await findEvent(prepared, adapterId, cursor))) return time;
  throw unknownCursor('eventId');
}

/**
 * Returns the next page of an adapter's stream, and acknowledges its events if `query` requests this.
 * @throws PimentoError unknown-cursor
 */
export async function pollEvents(deps: PollDeps, adapterId: AdapterId, query: PollQuery): Promise<EventPage> {
  const { type, channelId, clientId, limit, startingAfter, autoAck, returnAck } = query;
  const retained = retentionLimit(deps.clock.now());
  const after = await timeAfter(deps, adapterId, startingAfter, retained);
  const asked = { adapterId, after, retained, filter: { type, channelId, clientId }, limit };
  // filtered polls use no prepared statement, because the best plan depends on the filter
  const isFiltered = type !== undefined || channelId !== undefined || clientId !== undefined;
  const connection = isFiltered ? deps.database : deps.prepared;
  if (autoAck && !returnAck) return takeSafely(connection, asked);
  if (autoAck) return takeAny(connection, asked);
  return (returnAck ? listEvents : listPending)(connection, asked);
}

/**
 * Takes events in a transaction. A single statement could take effect even if the database connection is lost. A transaction takes effect
 * only with its commit. If the outcome of the commit is unknown, the poll fails, because a later poll could return the same events again.
 * An empty poll needs only one statement.
 */
async function takeSafely(connection: Database, asked: EventQuery): Promise<EventPage> {
  const { events } = await listPending(connection, { ...asked, limit: 1 });
  if (events.length === 0) return { events, hasMore: false };
  return transaction(connection, (transaction) => takePending(transaction, asked));
}

/**
 * Acknowledges one event. Repeated calls have no effect.
 * @throws PimentoError unknown-event, also if the event was purged or belongs to another stream
 */
export async function acknowledgeEvent(
  { prepared }: PollDeps,
  adapterId: AdapterId,
  eventId: string,
): Promise<EventRow> {
  const event = await findEvent(prepared, adapterId, eventId);
  if (!event) throw new PimentoError(problem('unknown-event', { kind: 'stream' }));
  await acknowledge(prepared, adapterId, event.created);
  return { ...event, acknowledged: true };
}
