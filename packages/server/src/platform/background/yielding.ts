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
   * @param maxMs time in milliseconds after which the work runs although the process is busy, two minutes by default
   */
  mustYield(run: WorkerRun, maxMs?: number): boolean;
  /** Pauses after a step that took `stepMs` if the process has more urgent work. */
  pauseAfter(run: WorkerRun, stepMs: number): Promise<void>;
}

/**
 * Decides when background work yields, based on how long the process has been busy. An urgent run never yields, because calling code is
 * waiting for it.
 */
export function createYielding({ clock, isBusy }: { clock: Clock; isBusy: () => boolean }): Yielding {
  let busySince: number | undefined;
  return {
    mustYield(run, maxMs = yieldMs) {
      if (isBusy()) busySince ??= clock.monotonic();
      else busySince = undefined;
      return !run.isUrgent() && busySince !== undefined && clock.monotonic() - busySince < maxMs;
    },
    async pauseAfter(run, stepMs) {
      if (busySince === undefined || run.isUrgent()) return;
      await sleep(stepMs * pausePerStep, undefined, { signal: run.signal }).catch(() => undefined);
    },
  };
}
