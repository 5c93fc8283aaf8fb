import type { ClientId, AdapterId, ChannelId } from '../platform/core.ts';
import type { EventType } from '@pimento/contract';

/** An event as a writer gives it; its id and time are set when it is appended. */
export interface NewEvent {
  clientId: ClientId;
  channelId: ChannelId;
  eventType: EventType;
  /**
   * The subject of the event, if one event is enough for it: a second event of the same type and subject is not appended to the stream.
   * Stored for as long as the first event is kept.
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

/** Selects events of one stream: created after a time, passing the filter, oldest first, at most `limit`. */
export interface EventQuery {
  adapterId: AdapterId;
  after: Date;
  filter: EventFilter;
  limit: number;
}
