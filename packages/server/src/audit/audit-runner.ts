import { createWorker, type Clock, type Database, type Worker, type WorkerDeps } from '../platform/index.ts';
import { purgeBatch } from './audit-retention-service.ts';
import { sealBatch } from './audit-seal-service.ts';
import type { Signer } from './audit-seal-rules.ts';

/**
 * Starts the worker that seals new events of the audit log. The deletion of an event that is not sealed yet is detected, because its id
 * stays on the list of events to seal.
 */
export function startAuditSealing(deps: WorkerDeps & { database: Database; secretBox: Signer }): Worker {
  return createWorker(deps, {
    name: 'audit seals',
    everyMs: 2_000,
    next: () => sealBatch(deps.database, deps.secretBox),
  });
}

/** Starts the worker that deletes audit events that are older than the retention period. @param days 0 to keep them forever */
export function startAuditRetention(deps: WorkerDeps & { database: Database; clock: Clock }, days: number): Worker {
  return createWorker(deps, {
    name: 'audit retention',
    everyMs: 3_600_000,
    next: () => (days === 0 ? Promise.resolve(false) : purgeBatch(deps, days)),
  });
}
