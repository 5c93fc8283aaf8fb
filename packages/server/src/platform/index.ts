export * from './core.ts';
export type { Caller, ClientCaller } from './caller.ts';
export { openDataFolder } from './data-folder.ts';
export { startEmbeddedPostgres } from './embedded-postgres.ts';
export { createHttpApp } from './http-app.ts';
export { createLog, type Log } from './log.ts';
export { migrate } from './migrator.ts';
export {
  adapterRoute,
  clientRoute,
  openRoute,
  operatorRoute,
  ownerRoute,
  personRoute,
  type Reply,
  type Route,
} from './routes.ts';
export { type ByteRoom, createByteRoom } from './byte-room.ts';
export { createChunkRelease } from './chunk-memory.ts';
export { chunksOf } from './stream-chunks.ts';
export { healthRoutes } from './health-routes.ts';
export { createMetrics } from './metrics.ts';
export { addConsolePages } from './console-pages.ts';
export { addReferencePages } from './reference-pages.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { claimSecretKey, openSecretKey, readSecretKey } from './secret-key.ts';
export { StartRefused } from './start-refused.ts';
export { type ByteRange, type ObjectInfo, ObjectMissing, type ObjectStore, StoreUnavailable } from './object-store.ts';
export { openObjectStore } from './object-store-place.ts';
export { releaseStartMemory } from './start-memory.ts';
