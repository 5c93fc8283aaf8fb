export { startEventRetention, type EventRetention } from './event-retention.ts';
export { eventRoutes, type PresentEvents } from './event-routes.ts';
export { appendEvents, createStream } from './event-store.ts';
export type { NewEvent } from './event-types.ts';
