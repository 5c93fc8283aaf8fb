/** How many tasks of a pool may run at once. */
export interface PoolSize {
  max: number;
  /** Max tasks of one client while no other client waits. While others wait, a client has half of the pool at most. */
  alone: number;
}

/** The tasks of one client in a pool. */
export interface ClientTasks {
  client: string;
  running: number;
  waiting: number;
  /** Number of the client's last start, from a count of all starts; 0 if none of its tasks ran yet. */
  lastStart: number;
}

/** Returns the size of a pool in which one client never has more than three quarters, so that the next client need not wait. */
export function poolSize(max: number): PoolSize {
  return { max, alone: Math.max(1, max - Math.ceil(max / 4)) };
}

/** Returns the number of tasks that a client may have in a pool. */
export function shareOf({ max, alone }: PoolSize, doOthersWait: boolean): number {
  return doOthersWait ? Math.min(alone, Math.ceil(max / 2)) : alone;
}

/**
 * Chooses the client whose task starts next; undefined if the pool is full or every waiting client has its share. The client with the
 * fewest running tasks is first; of equal ones, the client that has waited longest for a start.
 */
export function chooseNext(size: PoolSize, tasks: Iterable<ClientTasks>): string | undefined {
  let running = 0;
  const waiting: ClientTasks[] = [];
  for (const one of tasks) {
    running += one.running;
    if (one.waiting > 0) waiting.push(one);
  }
  if (running >= size.max) return undefined;
  const share = shareOf(size, waiting.length > 1);
  const able = waiting.filter((one) => one.running < share);
  able.sort((a, b) => a.running - b.running || a.lastStart - b.lastStart);
  return able[0]?.client;
}
