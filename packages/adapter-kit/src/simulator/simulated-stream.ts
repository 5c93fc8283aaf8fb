import type { Event } from '@pimento/contract';

interface Entry {
  event: Omit<Event, 'acknowledged'>;
  /** Time from which the event counts as acknowledged, in milliseconds since 1970. */
  acknowledgedFrom: number | undefined;
  hasComeTwice: boolean;
  /** Number of times the event was returned by a poll. */
  given: number;
}

export interface StreamQuestion {
  type?: string | undefined;
  channelId?: string | undefined;
  clientId?: string | undefined;
  limit: number;
  startingAfter?: string | undefined;
  autoAck: boolean;
  returnAck: boolean;
}

export interface StreamOptions {
  lateAcknowledgeMs: number;
  duplicateRate: number;
  chance: () => number;
  now: () => number;
  /** Returns the data that an event has at the time of the read. */
  present: (event: Omit<Event, 'acknowledged'>) => Event['data'];
}

const retentionMs = 30 * 86_400_000;

/** The event stream of one adapter, in memory. */
export class SimulatedStream {
  readonly #entries: Entry[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #options: StreamOptions;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  append(event: Omit<Event, 'acknowledged' | 'eventId' | 'created'>): string {
    const before = this.#entries.at(-1)?.event.created;
    const at = Math.max(this.#options.now(), before === undefined ? 0 : Date.parse(before) + 1);
    const eventId = timeId(at, this.#entries.length);
    this.#indexes.set(eventId, this.#entries.length);
    const created = new Date(at).toISOString();
    const full = { eventId, created, ...event };
    this.#entries.push({ event: full, acknowledgedFrom: undefined, hasComeTwice: false, given: 0 });
    return eventId;
  }

  /** Returns a page of events as described by the contract, or undefined if the cursor was never issued. */
  poll(question: StreamQuestion): { events: Event[]; hasMore: boolean } | undefined {
    const { limit, startingAfter, autoAck, returnAck } = question;
    const index = startingAfter === undefined ? -1 : this.#indexOf(startingAfter);
    if (index === undefined) return undefined;
    const found: Entry[] = [];
    for (let next = index + 1; next < this.#entries.length && found.length <= limit; next += 1) {
      const entry = this.#entries[next];
      if (entry && isAsked(entry.event, question) && (returnAck || !this.#isAcknowledged(entry))) found.push(entry);
    }
    const page = found.slice(0, limit);
    for (const entry of page) {
      entry.given += 1;
      if (autoAck) this.#acknowledge(entry);
    }
    const events = page.map((entry) => this.#show(entry, autoAck || this.#isAcknowledged(entry)));
    return { events, hasMore: found.length > limit };
  }

  /**
   * Returns the index of an event id. For an unknown id, returns -1 if the id is older than the retention period (the event may have been
   * deleted), otherwise undefined.
   */
  #indexOf(cursor: string): number | undefined {
    const known = this.#indexes.get(cursor);
    if (known !== undefined) return known;
    const time = timeIn(cursor);
    return time !== undefined && time <= this.#options.now() - retentionMs ? -1 : undefined;
  }

  acknowledge(eventId: string): Event | undefined {
    const entry = this.#entries[this.#indexes.get(eventId) ?? -1];
    if (!entry) return undefined;
    this.#acknowledge(entry);
    return this.#show(entry, true);
  }

  /** Returns all events, oldest first, with how often each was returned and whether it was acknowledged. */
  report(): { event: Omit<Event, 'acknowledged'>; isAcknowledged: boolean; given: number }[] {
    return this.#entries.map((entry) => ({
      event: entry.event,
      isAcknowledged: this.#isAcknowledged(entry),
      given: entry.given,
    }));
  }

  #show({ event }: Entry, acknowledged: boolean): Event {
    return { ...event, acknowledged, data: this.#options.present(event) };
  }

  #isAcknowledged({ acknowledgedFrom }: Entry): boolean {
    return acknowledgedFrom !== undefined && acknowledgedFrom <= this.#options.now();
  }

  #acknowledge(entry: Entry): void {
    if (entry.acknowledgedFrom !== undefined) return;
    const { chance, duplicateRate, lateAcknowledgeMs, now } = this.#options;
    if (!entry.hasComeTwice && chance() < duplicateRate) {
      entry.hasComeTwice = true; // this acknowledgement is lost, so the event is returned once more
      return;
    }
    entry.acknowledgedFrom = now() + lateAcknowledgeMs;
  }
}

function isAsked(event: Entry['event'], { type, channelId, clientId }: StreamQuestion): boolean {
  if (type !== undefined && event.eventType !== type) return false;
  if (channelId !== undefined && event.channelId !== channelId) return false;
  return clientId === undefined || event.clientId === clientId;
}

function timeIn(eventId: string): number | undefined {
  const isUuid7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(eventId);
  return isUuid7 ? Number.parseInt(eventId.slice(0, 13).replace('-', ''), 16) : undefined;
}

/** Creates a UUIDv7 from a time, with a number in place of the random bits, so that runs with the same clock have the same ids. */
function timeId(at: number, number: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}
