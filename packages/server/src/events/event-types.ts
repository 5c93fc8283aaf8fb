import type { ClientId, AdapterId, ChannelId } from '../platform/core.ts';
import type { EventType } from '@pimento/contract';

/** What a writer says about an event; its id and time are made when it is appended. */
export interface NewEvent {
  clientId: ClientId;
  channelId: ChannelId;
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
  clientId: ClientId;
  channelId: ChannelId;
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
  channelId?: ChannelId | undefined;
  clientId?: ClientId | undefined;
}

/** Which events of one stream: those created after a time that pass the filter, oldest first, at most `limit`. */
export interface EventQuery {
  adapterId: AdapterId;
  after: Date;
  filter: EventFilter;
  limit: number;
}
