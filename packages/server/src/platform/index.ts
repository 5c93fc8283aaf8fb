export * from './core.ts';
export type { ActRequest, ActRunner } from './http/act-request.ts';
export {
  type AdapterCaller,
  type Caller,
  type ClientCaller,
  clientShareOf,
  type OperatorCaller,
  senderOf,
} from './http/caller.ts';
export { lockFiles, openDataFolder, unfinishedRestore } from './data-folder.ts';
export { startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
export { type BaseBackup, openBaseBackup } from './postgres/base-backup.ts';
export { recoverDatabase, removeCluster, unpackCluster } from './postgres/cluster-copy.ts';
export { postgresMajor } from './postgres/postgres-cluster.ts';
export { archiveAge, type ArchiveFacts, maxArchiveSeconds } from './postgres/archive-rules.ts';
export { findArchiveAge } from './postgres/archive-views.ts';
export { countMissingSegments, removeSegments } from './postgres/archived-segments.ts';
export { findArchiveFolder, recoverySettings, requireArchive } from './postgres/log-archive.ts';
export { markMoved } from './postgres/moved-database.ts';
export { findRunningPostgres } from './postgres/running-postgres.ts';
export { type ClientActivity, createClientActivity } from './client-activity.ts';
export { createPaceJudge, untilAborted, usualPace } from './http/bodies/body-pace.ts';
export { readIdempotencyKey } from './http/idempotency-key.ts';
export { createHttpApp } from './http/http-app.ts';
export { createLargeBodies, type LargeBodies } from './http/bodies/large-body.ts';

export { type CommitQueue, createCommitQueue } from './background/commit-queue.ts';
export { runPaced } from './background/paced-step.ts';
export { startRetention } from './background/retention-worker.ts';
export { lockRetention, saveRetention } from './background/retention-store.ts';
export { startLeaseWorker } from './background/lease-worker.ts';
export { createWorker, type ProcessRole, type Worker, type WorkerDeps, type WorkerRun } from './background/worker.ts';
export { createWorkerRuns, type WorkerRunRecord, type WorkerRuns } from './background/worker-runs.ts';
export { createYielding } from './background/yielding.ts';
export { createLog, type Log } from './log.ts';
export { findSessions, requireOwnSessions } from './database/session-check.ts';
export { readConnectionLimit } from './database/connection-limit.ts';
export { listMigrations, migrate, migrateWithin } from './database/migrator.ts';
export {
  adapterRoute,
  appendingRoute,
  clientRoute,
  longRoute,
  memberRoute,
  openRoute,
  operatorRoute,
  ownerRoute,
  personRoute,
  type Reply,
  type Route,
} from './http/routes.ts';
export { type BufferPool, createBufferPool } from './memory/buffer-pool.ts';
export { decodedBody, requireContentEncoding } from './http/bodies/encoded-body.ts';
export { createRunningAnswers, type RunningAnswers } from './http/running-answers.ts';
export { createChunkRelease } from './memory/chunk-memory.ts';
export { chunksOf } from './memory/stream-chunks.ts';
export { healthRoutes } from './http/health-routes.ts';
export { securityContactRoutes } from './http/security-contact-routes.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { parsePosition } from './replica/replica-rules.ts';
export { openReplica, type Replica, type ReplicaOptions, type ReplicaStatus } from './replica/replica.ts';
export { type MetricsPlace, readMetricsPlace, startMetricsServer } from './http/metrics-server.ts';
export { addConsolePages } from './http/console-pages.ts';
export { addReferencePages } from './http/reference-pages.ts';
export { createSecretBox, type SecretBox } from './secret-box.ts';
export { addSecretKey, claimSecretKey, openSecretKeys, readSecretKeys, type SecretKeys } from './secret-key.ts';
export { StartRefusedError } from './start-refused.ts';
export { type ByteRange, type ObjectInfo, StoreUnavailableError } from './objects/object-store.ts';
export { isStoreAddress } from './objects/object-store-address.ts';
export { openDropPlace } from './objects/drop-place.ts';
export { type DropFile, type DropPlace, DropPlaceError } from './objects/drop-types.ts';
export { type AllowedRanges, readAllowedRanges } from './outbound/address-rules.ts';
export { createGuardedAgent, type Resolve } from './outbound/guarded-agent.ts';
export { createGuardedFetch, ForbiddenAddressError, type GuardedFetch } from './outbound/guarded-fetch.ts';
export { isAddressOpen } from './outbound/address-rules.ts';
