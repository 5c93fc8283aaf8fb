import { acknowledgeEvent, type Event, pollEvents } from '@pimento/contract';
import { adapterRoute, type Route } from '../platform/index.ts';
import * as events from './event-service.ts';
import type { EventRow, StoredEvent } from './event-types.ts';

/** Converts the stored data of events to the data that an adapter receives, in the same order. Completes the data and decrypts secrets. */
export type PresentEvents = (events: readonly StoredEvent[]) => Promise<unknown[]>;

const noStore = { 'cache-control': 'no-store' };

/**
 * Creates the routes for polling and acknowledging events. `present` converts stored data for the response. By default, the data is
 * returned as stored.
 */
export function eventRoutes(deps: events.PollDeps & { present?: PresentEvents }): Route[] {
  async function view(rows: EventRow[]): Promise<Event[]> {
    const data = deps.present ? await deps.present(rows) : rows.map((row) => row.data);
    return rows.map((row, index) => ({
      eventId: row.eventId,
      created: row.created.toISOString(),
      clientId: row.clientId,
      channelId: row.channelId,
      eventType: row.eventType,
      acknowledged: row.acknowledged,
      data: data[index] as Event['data'], // the feature that appended the event defines the type of its data
    }));
  }

  return [
    adapterRoute(pollEvents, async ({ query, caller, request }) => {
      // HEAD returns no events, so it must not acknowledge any.
      if (request.method === 'HEAD') return { status: 200, headers: noStore };
      const page = await events.pollEvents(deps, caller.adapterId, query);
      const body = { events: await view(page.events), hasMore: page.hasMore };
      return { status: 200, headers: noStore, body, isEmpty: page.events.length === 0 };
    }),
    adapterRoute(acknowledgeEvent, async ({ params, caller }) => {
      const event = await events.acknowledgeEvent(deps, caller.adapterId, params.eventId);
      return { status: 200, headers: noStore, body: (await view([event]))[0] };
    }),
  ];
}
