import {
  type ClientId,
  createWorker,
  type Database,
  type Log,
  poolSize,
  shareOf,
  startLeaseWorker,
  type WorkerDeps,
} from '../platform/index.ts';
import { purgeIdempotencyKeys } from './jobs/idempotency-store.ts';
import { claimStoredJob, expireJobs, heartbeatJobs, releaseJob, type StoredImport } from './jobs/job-claim-store.ts';
import { canGoOn, type ImportFault, lostJob, wasInterrupted } from './run/import-report.ts';
import type { ImportThreads } from './run/import-threads.ts';

/**
 * Disposing of this object ends the threads and all running imports. Stored bodies are imported by another process or after the next start.
 */
export interface ImportRunner extends AsyncDisposable {
  /** Checks for stored bodies immediately. */
  wake: () => void;
}

export interface ImportRunnerDeps extends WorkerDeps {
  database: Database;
  threads: ImportThreads;
  /** Id with which this process claims jobs. */
  owner: string;
  /** True if no other process uses this database. If so, all unfinished jobs are treated as abandoned when this process starts. */
  alone: boolean;
  /** Maximum number of stored bodies that are imported concurrently. */
  concurrency: number;
  /** Called after each import, so that the work that follows it starts immediately. */
  onImported(): void;
}

/** Logs why the import of a stored body stopped. Neither a cancellation nor a shutdown is a fault. */
function logStop(log: Log, jobRef: string, fault: ImportFault): void {
  if (fault.cause === lostJob) log.info({ jobRef }, 'the import was cancelled, or another process continues it');
  else if (wasInterrupted(fault))
    log.info({ jobRef, reason: fault.message }, 'the import was interrupted and goes on later');
  else log.warn({ jobRef, fault }, 'import of a stored body stopped');
}

async function importStored({ database, threads, owner, log }: ImportRunnerDeps, job: StoredImport): Promise<void> {
  const { request, progress } = job;
  const jobRef = request.jobId;
  log.info({ jobRef, clientId: request.clientId, handled: progress.tally.handled }, 'importing a stored body');
  const outcome = await threads.resume(request, progress);
  if (!('fault' in outcome)) return;
  logStop(log, jobRef, outcome.fault);
  if (canGoOn(outcome.fault)) await releaseJob(database, request, owner);
}

/** Creates the worker that imports stored bodies, up to `concurrency` of them at the same time. */
function createStoredImports(deps: ImportRunnerDeps) {
  const { database, owner, log, concurrency } = deps;
  const running = new Map<Promise<void>, ClientId>();
  const share = shareOf(poolSize(concurrency), true);

  /** Lists the clients that already run their share of jobs and therefore get no more. The share assumes that other clients are waiting. */
  function busyClients(): ClientId[] {
    const counts = Map.groupBy(running.values(), (clientId) => clientId);
    return [...counts].filter(([, jobs]) => jobs.length >= share).map(([clientId]) => clientId);
  }

  function start(job: StoredImport, signal: AbortSignal): void {
    const work = importStored(deps, job)
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'a stored body could not be imported');
      })
      .finally(() => {
        running.delete(work);
        worker.wake();
        deps.onImported();
      });
    running.set(work, job.request.clientId);
  }

  const worker = createWorker(deps, {
    name: 'stored imports',
    everyMs: 2_000,
    async next({ signal }) {
      if (running.size >= concurrency) return false;
      const job = await claimStoredJob(database, owner, busyClients());
      if (job) start(job, signal);
      return job !== undefined;
    },
  });
  return worker;
}

/**
 * Starts the workers that import stored bodies, renew the leases of all imports of this process, expire the leases of processes that have
 * died, and purge idempotency keys.
 */
export async function startImportRunner(deps: ImportRunnerDeps): Promise<ImportRunner> {
  const { database, threads, owner, log } = deps;
  await using started = new AsyncDisposableStack();
  started.defer(async () => {
    await expireJobs(database, 0, owner).catch((error: unknown) => {
      log.warn({ err: error }, 'the jobs of this process could not be returned to the queue');
    });
  });
  started.use(threads);
  const leases = await startLeaseWorker(deps, {
    name: 'imports',
    alone: deps.alone,
    heartbeat: () => heartbeatJobs(database, owner, threads.running()),
    expire: (olderThanSeconds) => expireJobs(database, olderThanSeconds),
    onExpired: () => {
      stored.wake();
    },
  });
  started.use(leases);
  const stored = started.use(createStoredImports(deps));
  started.use(
    createWorker(deps, {
      name: 'idempotency keys',
      everyMs: 3_600_000,
      atStart: false,
      async next() {
        await purgeIdempotencyKeys(database);
        return false;
      },
    }),
  );
  const resources = started.move();
  return { wake: stored.wake, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
