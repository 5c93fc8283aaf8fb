export * from './core.ts';
export type { Caller, ClientCaller } from './http/caller.ts';
export { openDataFolder } from './data-folder.ts';
export { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
export { createHttpApp } from './http/http-app.ts';
export { createLog, type Log } from './log.ts';
export { migrate } from './database/migrator.ts';
export {
  adapterRoute,
  clientRoute,
  openRoute,
  operatorRoute,
  ownerRoute,
  personRoute,
  type Reply,
  type Route,
} from './http/routes.ts';
export { type ByteRoom, createByteRoom } from './memory/byte-room.ts';
export { createChunkRelease } from './memory/chunk-memory.ts';
export { chunksOf } from './memory/stream-chunks.ts';
export { cursorOf, nextCursor, parseCursor, parseUuidCursor, unknownCursor } from './page-cursor.ts';
export { healthRoutes } from './http/health-routes.ts';
export { createMetrics } from './metrics.ts';
export { addConsolePages } from './http/console-pages.ts';
export { addReferencePages } from './http/reference-pages.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { claimSecretKey, openSecretKey, readSecretKey } from './secret-key.ts';
export { StartRefused } from './start-refused.ts';
export {
  type ByteRange,
  type ObjectInfo,
  ObjectMissing,
  type ObjectStore,
  StoreUnavailable,
} from './objects/object-store.ts';
export { openObjectStore } from './objects/object-store-place.ts';
export { releaseStartMemory } from './memory/start-memory.ts';
