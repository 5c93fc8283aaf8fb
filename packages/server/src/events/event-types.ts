import type { ClientId, AdapterId, ChannelId } from '../platform/core.ts';
import type { EventType } from '@pimento/contract';

/** An event to write. Its id and time are set when it is appended to the stream of its adapter. */
export interface NewEvent {
  clientId: ClientId;
  channelId: ChannelId;
  eventType: EventType;
  /**
   * Subject of an event that must not repeat. Undefined for other events. A second event of the same type and subject is not appended to
   * the stream. The hash of the subject is stored for as long as the first event is kept.
   */
  subject?: string;
  data: unknown;
}

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

/** An event that was purged before its adapter acknowledged it. */
export interface PurgedEvent extends StoredEvent {
  adapterId: AdapterId;
}

/**
 * Parameters for reading a stream. The result contains events that match the filter and were created after `after`, oldest first, at most
 * `limit`.
 */
export interface EventQuery {
  adapterId: AdapterId;
  after: Date;
  /** Events created at this time or earlier are only returned if they are unacknowledged. */
  retained: Date;
  filter: EventFilter;
  limit: number;
}
