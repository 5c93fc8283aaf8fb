import { acknowledgeEvent, type Event, pollEvents } from '@pimento/contract';
import { adapterRoute, type Route } from '../platform/index.ts';
import * as events from './event-service.ts';
import type { EventRow, StoredEvent } from './event-types.ts';

/** Turns stored data of events into what an adapter may see, in the same order: data is completed, and secrets are opened. */
export type PresentEvents = (events: readonly StoredEvent[]) => Promise<unknown[]>;

const noStore = { 'cache-control': 'no-store' };

/** The polling gateway. `present` turns stored data into the answer; by default it is answered as stored. */
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
      data: data[index] as Event['data'], // written by the features that know its shape
    }));
  }

  return [
    adapterRoute(pollEvents, async ({ query, caller, request }) => {
      // HEAD answers no events, so it acknowledges none.
      if (request.method === 'HEAD') return { status: 200, headers: noStore };
      const page = await events.pollEvents(deps, caller.adapterId, query);
      return { status: 200, headers: noStore, body: { events: await view(page.events), hasMore: page.hasMore } };
    }),
    adapterRoute(acknowledgeEvent, async ({ params, caller }) => {
      const event = await events.acknowledgeEvent(deps, caller.adapterId, params.eventId);
      return { status: 200, headers: noStore, body: (await view([event]))[0] };
    }),
  ];
}
