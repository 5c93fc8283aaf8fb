import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { WorkerRun } from './worker.ts';

/**
 * Background work waits for imports for at most this time. Then it works for 20 % of the time until nothing is left, because each step is
 * followed by a pause of `pausePerStep` times its duration.
 */
const yieldMs = 120_000;
const pausePerStep = 4;

export interface Yielding {
  /**
   * Returns true if the run must end now, because the process has more urgent work.
   * @param maxMs how long work can wait before it runs although the process is busy, in milliseconds; two minutes by default
   */
  mustYield(run: WorkerRun, maxMs?: number): boolean;
  /**
   * Pauses after a step that took `stepMs` if the process has more urgent work. Does not pause a run that must yield, so that the run ends
   * and releases its memory: the thread of the search index was idle beside the next import for up to 8 s.
   * @param maxMs as in `mustYield`
   */
  pauseAfter(run: WorkerRun, stepMs: number, maxMs?: number): Promise<void>;
  /** Records that no work is left. Later work can then wait for the full time again. */
  finish(): void;
}

/**
 * Decides when background work yields, based on how long the work has been waiting. Short gaps between imports do not restart the wait,
 * because they are long enough for only a few steps. An urgent run never yields, because a caller is waiting for it.
 */
export function createYielding({
  clock,
  isBusy,
}: {
  clock: Pick<Clock, 'monotonic'>;
  isBusy: () => boolean;
}): Yielding {
  let waitingSince: number | undefined;
  const isWaiting = (run: WorkerRun) => isBusy() && !run.isUrgent();

  function mustYield(run: WorkerRun, maxMs = yieldMs): boolean {
    if (!isWaiting(run)) return false;
    waitingSince ??= clock.monotonic();
    return clock.monotonic() - waitingSince < maxMs;
  }

  return {
    mustYield,
    async pauseAfter(run, stepMs, maxMs) {
      if (!isWaiting(run) || mustYield(run, maxMs)) return;
      await sleep(stepMs * pausePerStep, undefined, { signal: run.signal }).catch(() => undefined);
    },
    finish() {
      waitingSince = undefined;
    },
  };
}
