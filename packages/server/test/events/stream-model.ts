import type { PollQuery } from '../../src/events/event-service.ts';

/** What a stream must be, in memory and as plainly as it can be said. */
export interface ModelEvent {
  eventId: string;
  created: number;
  clientId: string;
  channelId: string;
  eventType: string;
  acknowledged: boolean;
}

const retentionMs = 30 * 86_400_000;

export class ModelStream {
  readonly events: ModelEvent[] = [];

  /** The times that events get that are appended now. */
  timesFor(count: number, at: number): number[] {
    const first = Math.max(at, (this.events.at(-1)?.created ?? -Infinity) + 1);
    return Array.from({ length: count }, (_, place) => first + place);
  }

  /** The page that a poll answers; undefined if its cursor is refused. `foreign` is when the cursor's event was made in another stream. */
  poll(
    query: Omit<PollQuery, 'startingAfter'> & { cursor?: { eventId: string; created: number } | undefined },
    now: number,
  ): { events: ModelEvent[]; hasMore: boolean } | undefined {
    const limit = now - retentionMs;
    const { cursor } = query;
    const isYoung = cursor !== undefined && cursor.created > limit;
    if (isYoung && !this.events.some((event) => event.eventId === cursor.eventId)) return undefined;
    const after = Math.max(limit, cursor?.created ?? -Infinity);
    const found = this.events.filter(
      (event) =>
        event.created > after &&
        (query.returnAck || !event.acknowledged) &&
        (query.type === undefined || event.eventType === query.type) &&
        (query.channelId === undefined || event.channelId === query.channelId) &&
        (query.clientId === undefined || event.clientId === query.clientId),
    );
    const page = found.slice(0, query.limit);
    if (query.autoAck) for (const event of page) event.acknowledged = true;
    return { events: page.map((event) => ({ ...event })), hasMore: found.length > page.length };
  }

  /** The acknowledged event; undefined if there is none to acknowledge. */
  acknowledge(eventId: string, now: number): ModelEvent | undefined {
    const event = this.events.find((event) => event.eventId === eventId && event.created > now - retentionMs);
    if (event) event.acknowledged = true;
    return event;
  }
}
