export { startEventRetention, type EventRetention } from './event-retention.ts';
export { eventRoutes } from './event-routes.ts';
export { appendEvents, createStream } from './event-store.ts';
export { findSubjectEvent } from './event-views.ts';
export type { NewEvent } from './event-types.ts';
