export { startEventRetention } from './event-retention-runner.ts';
export { eventRoutes } from './event-routes.ts';
export { appendEvents, createStream } from './event-store.ts';
export type { EventRow, NewEvent, PurgedEvent } from './event-types.ts';
export { purgeTimeOf } from './retention-rules.ts';
export { listBacklogs, listEventPage, replayEvent } from './stream-service.ts';
export { findEvent, findSubjectEvent } from './event-views.ts';
export { areEventsErased, deletePurgedEvents, stripEvents } from './client-erasure-store.ts';
