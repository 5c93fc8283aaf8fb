import { setTimeout as pause } from 'node:timers/promises';
import { createWorker, type Worker, type WorkerDeps } from '../background/worker.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { markShared } from '../database/shared-sessions.ts';
import { errorCode } from '../errors.ts';
import { addSample, lagOf, parsePosition, type Sample } from './replica-rules.ts';
import { readPrimary, readReplica } from './replica-views.ts';

/**
 * `ready`: reads may use the replica. `behind`: its data is too old. `away`: a measurement or a read failed, or it was never measured.
 * `unrelated`: it is not a replica of this database.
 */
export type ReplicaState = 'ready' | 'behind' | 'away' | 'unrelated';

export interface ReplicaStatus {
  state: ReplicaState;
  /** How far the replica was behind when it was last measured, in milliseconds. Null if this is unknown. */
  lagMs: number | null;
}

/** How far a replica was behind when it was measured. */
export interface ReplicaChoice {
  lagMs: number;
  /**
   * The position in the log that the replica had reached. A reader must check in its own transaction that the replica it reads has reached
   * the position as well, because a load balancer may connect the reader to another replica.
   */
  position: string;
}

/** A copy of the database for reads that may be a little behind. */
export interface Replica extends AsyncDisposable {
  readonly connectionString: string;
  readonly status: ReplicaStatus;
  /** Measures the replica every few seconds. */
  worker: Worker;
  /**
   * Measures how far the replica is behind, unless it was unusable when it was last measured. If it is behind, first waits a moment for it
   * to catch up. Never throws.
   * @returns undefined if the primary database must be read
   */
  choose(): Promise<ReplicaChoice | undefined>;
  /** Records that a read failed. The primary database is read until the next measurement. */
  reportFault(error: unknown): void;
}

export interface ReplicaOptions {
  connectionString: string;
  /** The replica is not used if it may be further behind than this. */
  maxLagMs: number;
  times?: ReplicaTimes;
}

/** Time limits in milliseconds. */
interface ReplicaTimes {
  /** A replica that takes longer to answer is treated as away. */
  answerMs: number;
  /**
   * Maximum time to wait until the replica has everything that was committed before the measurement. A busy replica is usually a few
   * milliseconds behind.
   */
  catchUpMs: number;
}
const usualTimes: ReplicaTimes = { answerMs: 1_000, catchUpMs: 250 };
const measureEveryMs = 5_000;
const pollMs = 10;

const isSame = (one: { systemId: string; name: string }, other: { systemId: string; name: string }) =>
  one.systemId === other.systemId && one.name === other.name;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, ms, new Error(`no answer within ${ms} ms`));
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Measured = ReplicaStatus & { reason?: string; position?: string };

/** Creates the function that measures a replica. It keeps samples of the positions of the primary, from which it computes the lag. */
function createMeasurement(
  { clock, log }: WorkerDeps,
  databases: { primary: Database; replica: Database },
  { maxLagMs, times: { answerMs, catchUpMs } = usualTimes }: ReplicaOptions,
): () => Promise<Measured> {
  let samples: readonly Sample[] = [];
  let isWarned = false;

  async function readReplayed(): Promise<Measured> {
    const startedAt = clock.monotonic();
    const primary = await readPrimary(databases.primary);
    const wanted = parsePosition(primary.position);
    const newest = { position: wanted, at: startedAt };
    const known = [...samples, newest];
    samples = addSample(samples, newest);
    for (;;) {
      const replica = await within(answerMs, readReplica(databases.replica));
      if (!isSame(primary, replica) || replica.position === null) return { state: 'unrelated', lagMs: null };
      if (!replica.keepsRows && !isWarned) {
        isWarned = true;
        log.warn('the replica may end long exports: set hot_standby_feedback = on there');
      }
      const replayed = parsePosition(replica.position);
      if (replayed < wanted && clock.monotonic() - startedAt < catchUpMs) await pause(pollMs);
      else {
        const lagMs = lagOf(known, replayed, startedAt);
        const state = lagMs !== undefined && lagMs <= maxLagMs ? 'ready' : 'behind';
        return { state, lagMs: lagMs ?? null, position: replica.position };
      }
    }
  }
  return async () => {
    try {
      return await readReplayed();
    } catch (error) {
      const reason = error instanceof Error ? error.message || errorCode(error) : String(error);
      return { state: 'away', lagMs: null, ...(reason === undefined ? {} : { reason }) };
    }
  };
}

/**
 * Opens a replica of a database. Connections to it may share sessions, because reading a replica changes no session settings. The replica
 * need not be reachable.
 * @param deps.database the primary database
 */
export function openReplica(deps: WorkerDeps & { database: Database }, options: ReplicaOptions): Replica {
  const { log } = deps;
  const connectionString = markShared(options.connectionString);
  const opened = new AsyncDisposableStack();
  const { kysely } = opened.use(
    openDatabase({ connectionString, max: 2, name: 'pimento replica', onError: () => undefined }),
  );
  const measure = createMeasurement(deps, { primary: deps.database, replica: kysely }, options);
  let status: ReplicaStatus = { state: 'away', lagMs: null };
  let isReported = false;

  function record({ state, lagMs, reason }: Measured): void {
    const isChanged = state !== status.state || !isReported;
    status = { state, lagMs };
    isReported = true;
    if (!isChanged) return;
    if (state === 'ready') log.info({ lagMs }, 'exports are read from the replica');
    else log.warn({ state, lagMs, reason }, 'exports are read from the primary database, not from the replica');
  }
  const next = async () => {
    record(await measure());
    return false;
  };
  const worker = opened.use(createWorker(deps, { name: 'replica', everyMs: measureEveryMs, isOwn: true, next }));
  return {
    connectionString,
    get status() {
      return status;
    },
    worker,
    async choose() {
      // only the worker detects that the replica is usable again, so that reads never wait for an unusable one
      if (status.state !== 'ready') return undefined;
      const measured = await measure();
      record(measured);
      const { state, lagMs, position } = measured;
      return state === 'ready' && lagMs !== null && position !== undefined ? { lagMs, position } : undefined;
    },
    reportFault(error) {
      record({ state: 'away', lagMs: null, reason: error instanceof Error ? error.message : String(error) });
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
