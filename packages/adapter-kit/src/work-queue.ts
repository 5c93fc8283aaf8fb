import { addWork, emptyLanes, finishWork, nextWake, postponeWork, takeWork } from './lane-rules.ts';

/** Milliseconds until the same work is to be tried again, and whether it waits for something that is away; undefined: it is over. */
export type WorkOutcome = { waitMs: number; isAway: boolean } | undefined;

export interface WorkQueue<Work> {
  readonly size: number;
  add(lane: string, work: Work): void;
  /** Resolves as soon as fewer than so many are left. @throws what a handler threw */
  below(count: number): Promise<void>;
  /** Begins nothing new; resolves when what is under way is over. */
  stop(): Promise<void>;
}

/** Runs work lane by lane. An error of `handle` is a fault of the program: it ends the queue. */
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

  function tellChange(): void {
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
      // By the same clock reading: a lane that became due between two of them would be neither taken nor waited for.
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
    tellChange();
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
      tellChange();
      while (lanes.busy > 0) await change.promise;
      if (fault) throw fault.error;
    },
  };
}
