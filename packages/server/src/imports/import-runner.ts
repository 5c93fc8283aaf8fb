import type { Clock, Database, Log } from '../platform/index.ts';
import { purgeIdempotencyKeys } from './jobs/idempotency-store.ts';
import { beatJobs } from './jobs/import-job-store.ts';
import type { ImportThreads } from './run/import-threads.ts';
import { claimStoredJob, heartbeatLimitSeconds, reapAbandonedJobs, releaseJob } from './jobs/job-claim-store.ts';

/** Disposing it ends the threads, and with them every import under way; stored bodies are given back for another process or start. */
export interface ImportRunner extends AsyncDisposable {
  /** Looks for stored bodies now. */
  wake(): void;
}

const beatMs = 5_000;
const lookMs = 2_000;
const purgeMs = 3_600_000;

/**
 * Works on stored bodies, shows the heartbeat of everything this process imports, and deals with jobs whose process is gone.
 * @param alone no other process works on this database: whatever is unfinished now was abandoned
 */
export async function startImportRunner(options: {
  database: Database;
  clock: Clock;
  log: Log;
  threads: ImportThreads;
  owner: string;
  alone: boolean;
  most: number;
}): Promise<ImportRunner> {
  const { database, log, threads, owner } = options;
  const working = new Set<Promise<void>>();
  let stopping = false;

  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!stopping) log.warn({ err: error }, what);
    }
  }

  async function workOn(job: NonNullable<Awaited<ReturnType<typeof claimStoredJob>>>): Promise<void> {
    const { wish, progress } = job;
    log.info(
      { jobRef: wish.jobId, clientId: wish.clientId, handled: progress.tally.handled },
      'importing a stored body',
    );
    const outcome = await threads.resume(wish, progress);
    if (!('fault' in outcome)) return;
    log.warn({ jobRef: wish.jobId, fault: outcome.fault }, 'import of a stored body stopped');
    if (outcome.fault.code === 'unavailable') await releaseJob(database, wish, owner);
  }

  async function look(): Promise<void> {
    while (!stopping && working.size < options.most) {
      const job = await claimStoredJob(database, owner);
      if (!job) return;
      const work = attempt('a stored body could not be imported', () => workOn(job)).finally(() => {
        working.delete(work);
        wake();
      });
      working.add(work);
    }
  }

  let looking: Promise<void> = Promise.resolve();
  const wake = () => {
    looking = looking.then(() => attempt('looking for stored bodies failed', look));
  };

  await reapAbandonedJobs(database, options.alone ? 0 : heartbeatLimitSeconds);
  wake();
  const timers = [
    setInterval(wake, lookMs),
    setInterval(() => void attempt('heartbeat failed', () => beatJobs(database, owner, threads.running())), beatMs),
    setInterval(
      () => void attempt('looking for abandoned jobs failed', () => reapAbandonedJobs(database, heartbeatLimitSeconds)),
      beatMs * 2,
    ),
    setInterval(() => void attempt('purging idempotency keys failed', () => purgeIdempotencyKeys(database)), purgeMs),
  ];

  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      await looking;
      await threads[Symbol.asyncDispose]();
      await attempt('giving back jobs failed', () => reapAbandonedJobs(database, 0, owner));
    },
  };
}
