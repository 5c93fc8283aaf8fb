// The modules of `platform` that worker threads need. They exclude the web server and pages, which halves the memory of a new thread.
export { canDecode, decodeContent, readContentEncoding } from './encoding/content-decoder.ts';
export { refusalOfDecoding } from './encoding/decoding-refusal.ts';
export { DecodingError } from './encoding/decoding-error.ts';
export { createFairTurns, createHalfTurns, type FairTurns } from './fair-turns.ts';
export { poolSize, shareOf } from './fair-turn-rules.ts';
export { createByteArena, type ByteArena } from './memory/byte-arena.ts';
export { releaseChunk } from './memory/chunk-memory.ts';
export { allowThreadMemory, limitHeapGrowth, releaseHeapMemory } from './memory/heap-memory.ts';
export { ObjectMissingError, type ObjectStore } from './objects/object-store.ts';
export { openObjectStore } from './objects/object-store-address.ts';
export { claimFirst, claimLooks } from './background/claim-first.ts';
export { createLeaseStore } from './background/lease-store.ts';
export { createThreadTime, createTimeSlices, type ThreadTime, type TimeSlices } from './background/thread-time.ts';
export { copyIn, copyOut } from './database/copy.ts';
export { systemClock, type Clock } from './clock.ts';
export {
  openDatabase,
  sharesSessions,
  type Connection,
  type Database,
  type DatabaseHandle,
} from './database/database.ts';
export type { ServerSettings } from './database/session-settings.ts';
export { listenToCommits, signalCommit } from './database/commit-signals.ts';
export { type ActFacts, describeAct, outsideAct, runAct, type RunningAct } from './database/running-act.ts';
export { isLockTimeout, limitLockWaits } from './database/lock-waits.ts';
export {
  importPlans,
  planAlongKeys,
  planForWholeTables,
  plansAlongKeys,
  planWithoutSorting,
} from './database/planner-settings.ts';
export { errorCode, isDatabaseUnavailable, isSerializationConflict, PimentoError, shortageOf } from './errors.ts';
export {
  adapterIdOf,
  channelIdOf,
  clientIdOf,
  isUuid,
  productIdOf,
  type AdapterId,
  type ChannelId,
  type ClientId,
  type ProductId,
} from './ids.ts';
export { type FaultFinder, parseJsonBody } from './http/bodies/json-body.ts';
export { inputFaults } from './http/input-faults.ts';
export { nearestName } from './http/nearest-name.ts';
export { escapePointerStep, jsonPointer } from './json-pointer.ts';
export { type Page, pageOf } from './page.ts';
export { isStorableText, toStorableText } from './storable-text.ts';
export { answerCalls, createThreadCalls } from './thread-calls.ts';
export { requireReached } from './replica/replica-views.ts';
export { errorOfThread, threadFault, type ThreadFault } from './thread-fault.ts';
export {
  allowIdle,
  openSnapshot,
  partOf,
  provisionalTransaction,
  transaction,
  type Transaction,
} from './database/transaction.ts';
export { currentTraceparent, describeSpan, inSpan, isTracing } from './telemetry/tracing.ts';
export { judgeTelemetry, startTelemetry } from './telemetry/telemetry.ts';
export type { Telemetry } from './telemetry/telemetry-types.ts';
export {
  cancelOnAbort,
  cancelRepeatedly,
  limitedRead,
  limitStatements,
  statementFault,
} from './database/limited-read.ts';
export { cursorOf, nextCursor, parseCursor, parseUuidCursor, unknownCursor } from './page-cursor.ts';
