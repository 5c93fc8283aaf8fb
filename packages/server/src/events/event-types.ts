import type { EventType } from '@pimento/contract';

/** What a writer says about an event; its id and time are made when it is appended. */
export interface NewEvent {
  clientId: string;
  channelId: string;
  eventType: EventType;
  /**
   * What the event is about, where one event is enough for it: a second one of the same type and subject in a stream is not appended.
   * Remembered for as long as the first one is kept.
   */
  subject?: string;
  data: unknown;
}

/** An event as it is stored. */
export interface StoredEvent {
  eventId: string;
  created: Date;
  clientId: string;
  channelId: string;
  eventType: EventType;
  data: unknown;
}

export interface EventRow extends StoredEvent {
  acknowledged: boolean;
}

export interface EventPage {
  events: EventRow[];
  hasMore: boolean;
}

export interface EventFilter {
  type?: EventType | undefined;
  channelId?: string | undefined;
  clientId?: string | undefined;
}

/** Which events of one stream: those created after a time that pass the filter, oldest first, at most `limit`. */
export interface EventQuery {
  adapterId: string;
  after: Date;
  filter: EventFilter;
  limit: number;
}
