import * as contract from '@pimento/contract';
import { listLastCalls } from '../access/index.ts';
import { type EventRow, listBacklogs, listEventPage, purgeTimeOf, replayEvent } from '../events/index.ts';
import { operatorRoute, type Route } from '../platform/index.ts';
import { type AdapterDeps, getAdapter } from './adapter-service.ts';

/** Returns the API representation of an event for operators, which omits the internal property `validation`. */
function eventView({ data, created, ...event }: EventRow): contract.Event {
  const { validation: _validation, ...shown } = data as Record<string, unknown>; // the data of every event is an object
  // the feature that appended the event defines the type of its data
  return { ...event, created: created.toISOString(), data: shown as contract.Event['data'] };
}

/** Creates the operator routes for the streams of adapters. */
export function adapterStreamRoutes(deps: AdapterDeps): Route[] {
  const { database } = deps;
  return [
    operatorRoute(contract.listAdapterStreams, async () => {
      const lastCalls = await listLastCalls(database);
      const backlogs = await listBacklogs(deps, contract.maxCountedEvents);
      const streams = backlogs.map((stream): contract.AdapterStream => ({
        adapterId: stream.adapterId,
        lastCall: lastCalls.get(stream.adapterId)?.toISOString() ?? null,
        backlog: stream.backlog,
        oldestUnacknowledged: stream.oldestPending?.toISOString() ?? null,
        purgeFrom: stream.oldestPurgeable ? purgeTimeOf(stream.oldestPurgeable).toISOString() : null,
        newestEvent: stream.newest?.toISOString() ?? null,
        purgedUnread: stream.purgedUnread,
        purges: stream.purges,
      }));
      return { status: 200, body: { streams } };
    }),
    operatorRoute(contract.listAdapterEvents, async ({ params, query }) => {
      const { adapterId } = await getAdapter(database, params.adapterId);
      const { events, hasMore } = await listEventPage(deps, adapterId, query);
      const last = events.at(-1);
      return {
        status: 200,
        body: { events: events.map(eventView), hasMore, next: hasMore && last ? last.eventId : null },
      };
    }),
    operatorRoute(contract.replayEvent, async ({ params }) => {
      const { adapterId } = await getAdapter(database, params.adapterId);
      return { status: 200, body: eventView(await replayEvent(deps, adapterId, params.eventId)) };
    }),
  ];
}
