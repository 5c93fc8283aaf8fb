/** Limits on the number of tasks that may run in parallel in a pool. */
export interface PoolSize {
  max: number;
  /**
   * Maximum number of running tasks of one client while no other client waits. While other clients wait, the limit is this number or half
   * of `max`, rounded up, whichever is smaller.
   */
  alone: number;
  /** Maximum number of concurrent tasks of a client with slow tasks. Undefined for no such limit. */
  slow?: number;
}

export interface ClientTasks {
  client: string;
  running: number;
  waiting: number;
  /**
   * Sequence number of the client's last start, counted over all clients of the pool. 0 if the client has started no task since it was
   * added to the pool.
   */
  lastStart: number;
  /** True if the client's tasks are slow. */
  isSlow: boolean;
}

/**
 * Returns the limits of a pool that keeps a quarter of its size, rounded up, free for other clients. A pool of size 1 keeps nothing free.
 */
export function poolSize(max: number): PoolSize {
  return { max, alone: Math.max(1, max - Math.ceil(max / 4)) };
}

/** Returns the maximum number of running tasks of a client in a pool. */
export function shareOf({ max, alone, slow = max }: PoolSize, doOthersWait: boolean, isSlow = false): number {
  const share = doOthersWait ? Math.min(alone, Math.ceil(max / 2)) : alone;
  return isSlow ? Math.min(share, slow) : share;
}

/** Returns the exponential moving average of task durations after one more task, which has a weight of 1/4. */
export const nextMean = (meanMs: number, ms: number): number => meanMs + (ms - meanMs) / 4;

/**
 * Chooses the client whose task starts next. This is the client with the fewest running tasks or, if there are several, the one whose last
 * start was longest ago.
 * @returns undefined if the pool is full or if every waiting client already runs as many tasks as it may
 */
export function chooseNext(size: PoolSize, tasks: Iterable<ClientTasks>): string | undefined {
  let running = 0;
  const waiting: ClientTasks[] = [];
  for (const one of tasks) {
    running += one.running;
    if (one.waiting > 0) waiting.push(one);
  }
  if (running >= size.max) return undefined;
  const doOthersWait = waiting.length > 1;
  const able = waiting.filter((one) => one.running < shareOf(size, doOthersWait, one.isSlow));
  able.sort((a, b) => a.running - b.running || a.lastStart - b.lastStart);
  return able[0]?.client;
}
