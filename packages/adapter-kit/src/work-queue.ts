import { addWork, emptyLanes, finishWork, nextWake, postponeWork, takeWork } from './lane-rules.ts';

/** Milliseconds until the work is retried, and whether the target is unreachable, or undefined if the work is complete. */
export type WorkOutcome = { waitMs: number; isUnreachable: boolean } | undefined;

export interface WorkQueue<Work> {
  readonly size: number;
  add(lane: string, work: Work): void;
  /** Resolves as soon as fewer than `count` work items remain or the queue has stopped. @throws the error of a handler */
  below(count: number): Promise<void>;
  /** Stops starting work. Resolves when the running work is complete. @throws the error of a handler */
  stop(): Promise<void>;
}

/** Creates a queue that runs work in lanes. An error thrown by `handle` ends the queue. */
export function createWorkQueue<Work>(
  concurrency: number,
  handle: (work: Work) => Promise<WorkOutcome>,
  onFault: () => void,
): WorkQueue<Work> {
  const lanes = emptyLanes<Work>(concurrency);
  let isStopped = false;
  let fault: { error: unknown } | undefined;
  let alarm: NodeJS.Timeout | undefined;
  let change = Promise.withResolvers<void>();

  function notifyChange(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  function begin(): void {
    clearTimeout(alarm);
    while (!isStopped) {
      const now = Date.now();
      const next = takeWork(lanes, now);
      if (next) {
        void run(next.name, next.work);
        continue;
      }
      // `nextWake` gets the same time as `takeWork`. If each of them read the clock, a lane that becomes due between the two readings would
      // be neither started nor scheduled.
      const wake = nextWake(lanes, now);
      if (wake !== undefined) alarm = setTimeout(begin, Math.max(1, Math.ceil(wake - now)));
      return;
    }
  }

  async function run(name: string, work: Work): Promise<void> {
    try {
      const again = await handle(work);
      if (again === undefined) finishWork(lanes, name);
      else postponeWork(lanes, name, Date.now() + again.waitMs);
    } catch (error) {
      fault ??= { error };
      isStopped = true;
      finishWork(lanes, name);
      onFault();
    }
    begin();
    notifyChange();
  }

  async function until(isReached: () => boolean): Promise<void> {
    while (!isReached() && !fault) await change.promise;
    if (fault) throw fault.error;
  }

  return {
    get size() {
      return lanes.size;
    },
    add(lane, work) {
      addWork(lanes, lane, work);
      begin();
    },
    below: (count) => until(() => lanes.size < count || isStopped),
    async stop() {
      isStopped = true;
      clearTimeout(alarm);
      notifyChange();
      while (lanes.busy > 0) await change.promise;
      if (fault) throw fault.error;
    },
  };
}
