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
   * @param maxMs time in milliseconds, since work first had to wait, after which it runs although the process is busy. Two minutes by default
   */
  mustYield(run: WorkerRun, maxMs?: number): boolean;
  /** Pauses after a step that took `stepMs` if the process has more urgent work. */
  pauseAfter(run: WorkerRun, stepMs: number): Promise<void>;
  /** Records that no work is left. Work that follows may wait again. */
  finish(): void;
}

/**
 * Decides when background work yields, based on how long the work has been waiting. The wait does not begin anew after the short gaps
 * between imports, because they are long enough for a few steps only. An urgent run never yields, because calling code is waiting for it.
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
  return {
    mustYield(run, maxMs = yieldMs) {
      if (!isWaiting(run)) return false;
      waitingSince ??= clock.monotonic();
      return clock.monotonic() - waitingSince < maxMs;
    },
    async pauseAfter(run, stepMs) {
      if (!isWaiting(run)) return;
      await sleep(stepMs * pausePerStep, undefined, { signal: run.signal }).catch(() => undefined);
    },
    finish() {
      waitingSince = undefined;
    },
  };
}
