import { leaseSeconds } from './lease-store.ts';
import { createWorker, type WorkerDeps } from './worker.ts';

export interface LeaseWorkerOptions {
  /** The purpose of the leases, as shown in log lines and the metric. */
  name: string;
  /** True if no other process uses this database, so every lease that exists at the start is abandoned. */
  alone: boolean;
  /** Updates the heartbeat of every lease that this process holds. */
  heartbeat(): Promise<void>;
  /** Ends leases that have had no heartbeat for this long. @returns the number of ended leases */
  expire(olderThanSeconds: number): Promise<number>;
  /** Called when leases have been ended, except at the start. Their jobs may be due again. */
  onExpired(): void;
}

const heartbeatMs = 5_000;

/**
 * Starts the workers that renew the leases of this process every 5 s, and end the leases of dead processes every 10 s. Also ends the leases
 * of dead processes once at the start.
 */
export async function startLeaseWorker(deps: WorkerDeps, options: LeaseWorkerOptions): Promise<AsyncDisposable> {
  const { name } = options;
  await options.expire(options.alone ? 0 : leaseSeconds);
  await using started = new AsyncDisposableStack();
  started.use(
    createWorker(deps, {
      name: `${name}: heartbeat`,
      everyMs: heartbeatMs,
      // a longer pause after a failure would let the leases expire
      maxPauseMs: heartbeatMs,
      // a process of any role can hold leases, for example those of the imports that it runs
      isOwn: true,
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
