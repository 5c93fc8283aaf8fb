import { type AdapterId, PimentoError, unknownCursor, describeAct, transaction } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { timeOfEventId } from './event-id-rules.ts';
import type { EventDeps } from './event-service.ts';
import { putBack } from './event-store.ts';
import type { EventFilter, EventPage, EventRow } from './event-types.ts';
import { findEvent } from './event-views.ts';
import { retentionLimit } from './retention-rules.ts';
import { listBacklogRows, listNewestEvents, type StreamBacklog } from './stream-views.ts';

/** Counts the unacknowledged events of each stream, sorted by adapter. @param max maximum count per stream */
export function listBacklogs({ database, clock }: EventDeps, max: number): Promise<StreamBacklog[]> {
  return listBacklogRows(database, { after: retentionLimit(clock.now()), max });
}

/**
 * Lists the events of a stream for display, newest first, without acknowledging them. `startingAfter` is the id of the last event of the
 * previous page.
 * @throws PimentoError unknown-cursor
 */
export function listEventPage(
  { database, clock }: EventDeps,
  adapterId: AdapterId,
  query: EventFilter & { unacknowledged: boolean; limit: number; startingAfter?: string | undefined },
): Promise<EventPage> {
  const { type, channelId, clientId, unacknowledged, limit, startingAfter } = query;
  const before = startingAfter === undefined ? null : timeOfEventId(startingAfter);
  if (before === undefined) throw unknownCursor('next');
  return listNewestEvents(database, {
    adapterId,
    retained: retentionLimit(clock.now()),
    before,
    filter: { type, channelId, clientId },
    unacknowledged,
    limit,
  });
}

/**
 * Makes an event unacknowledged, so that its adapter receives it again. An unacknowledged event is not changed.
 * @throws PimentoError unknown-event, also if the event is older than the retention limit or belongs to another stream
 */
export async function replayEvent(
  { database, clock }: EventDeps,
  adapterId: AdapterId,
  eventId: string,
): Promise<EventRow> {
  const event = await findEvent(database, adapterId, eventId);
  if (!event || event.created <= retentionLimit(clock.now()))
    throw new PimentoError(problem('unknown-event', { kind: 'stream' }));
  describeAct({ clientId: event.clientId, after: { adapterId } });
  await transaction(database, (opened) => putBack(opened, adapterId, event));
  return { ...event, acknowledged: false };
}
