import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { WorkerRun } from './worker.ts';

/** Duration of a pause as a multiple of the step before it. With 4, the steps take a fifth of the time, so that other work stays fast. */
const pausePerStep = 4;

/**
 * Runs a step of a worker. If more work is left, pauses for several times as long as the step took, unless the run is urgent.
 * @param step returns true if more work is left
 */
export async function runPaced(
  run: WorkerRun,
  clock: Pick<Clock, 'monotonic'>,
  step: () => Promise<boolean>,
): Promise<boolean> {
  const startedAt = clock.monotonic();
  const hasMore = await step();
  const pauseMs = (clock.monotonic() - startedAt) * pausePerStep;
  if (hasMore && !run.isUrgent()) await sleep(pauseMs, undefined, { signal: run.signal }).catch(() => undefined);
  return hasMore;
}
