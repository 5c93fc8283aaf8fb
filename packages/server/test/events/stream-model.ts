import type { PollQuery } from '../../src/events/event-service.ts';

/** An event of the in-memory reference model of a stream. */
export interface ModelEvent {
  eventId: string;
  created: number;
  clientId: string;
  channelId: string;
  eventType: string;
  acknowledged: boolean;
}

const retentionMs = 30 * 86_400_000;

/**
 * Returns true if an event must still exist. Unacknowledged events stay until they are purged. The model never purges, because a purge does
 * not depend on the clock of the service.
 */
const isKept = ({ created, acknowledged }: ModelEvent, limit: number): boolean => created > limit || !acknowledged;

export class ModelStream {
  readonly events: ModelEvent[] = [];

  /** Returns the creation times of `count` events that are appended at the given time. */
  timesFor(count: number, at: number): number[] {
    const first = Math.max(at, (this.events.at(-1)?.created ?? -Infinity) + 1);
    return Array.from({ length: count }, (_, place) => first + place);
  }

  /** Returns the expected page of a poll and, with `autoAck`, acknowledges its events. Returns undefined if the cursor must be refused. */
  poll(
    query: Omit<PollQuery, 'startingAfter'> & { cursor?: { eventId: string; created: number } | undefined },
    now: number,
  ): { events: ModelEvent[]; hasMore: boolean } | undefined {
    const limit = now - retentionMs;
    const { cursor } = query;
    const isYoung = cursor !== undefined && cursor.created > limit;
    if (isYoung && !this.events.some((event) => event.eventId === cursor.eventId)) return undefined;
    const after = cursor?.created ?? -Infinity;
    const found = this.events.filter(
      (event) =>
        event.created > after &&
        isKept(event, limit) &&
        (query.returnAck || !event.acknowledged) &&
        (query.type === undefined || event.eventType === query.type) &&
        (query.channelId === undefined || event.channelId === query.channelId) &&
        (query.clientId === undefined || event.clientId === query.clientId),
    );
    const page = found.slice(0, query.limit);
    if (query.autoAck) for (const event of page) event.acknowledged = true;
    return { events: page.map((event) => ({ ...event })), hasMore: found.length > page.length };
  }

  /** Acknowledges an event and returns it. Returns undefined if the event does not exist or has expired. */
  acknowledge(eventId: string, now: number): ModelEvent | undefined {
    const event = this.events.find((event) => event.eventId === eventId && isKept(event, now - retentionMs));
    if (event) event.acknowledged = true;
    return event;
  }
}
