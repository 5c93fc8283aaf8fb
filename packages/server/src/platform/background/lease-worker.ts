import { leaseSeconds } from './lease-store.ts';
import { createWorker, type WorkerDeps } from './worker.ts';

export interface LeaseWorkerOptions {
  /** What the leases are for, as it appears in log lines and in the metric. */
  name: string;
  /** No other process works on this database: every lease was abandoned when this process starts. */
  alone: boolean;
  /** Shows the heartbeat of every lease that this process holds. */
  heartbeat(): Promise<void>;
  /** Ends leases without a heartbeat for this long. @returns how many there were */
  expire(olderThanSeconds: number): Promise<number>;
  /** Called when leases have ended: their work is due again. */
  onExpired(): void;
}

const heartbeatMs = 5_000;

/** Keeps the leases of this process, and ends those of processes that are gone: at once, and then every 10 s. */
export async function startLeaseWorker(deps: WorkerDeps, options: LeaseWorkerOptions): Promise<AsyncDisposable> {
  const { name } = options;
  await options.expire(options.alone ? 0 : leaseSeconds);
  await using started = new AsyncDisposableStack();
  started.use(
    createWorker(deps, {
      name: `${name}: heartbeat`,
      everyMs: heartbeatMs,
      // a longer pause after a failure would lose the leases
      maxPauseMs: heartbeatMs,
      atStart: false,
      next: async () => {
        await options.heartbeat();
        return false;
      },
    }),
  );
  started.use(
    createWorker(deps, {
      name: `${name}: expired leases`,
      everyMs: heartbeatMs * 2,
      atStart: false,
      next: async () => {
        if ((await options.expire(leaseSeconds)) > 0) options.onExpired();
        return false;
      },
    }),
  );
  return started.move();
}
