import { setTimeout as sleep } from 'node:timers/promises';
import { outsideAct } from '../platform/index.ts';
import { isWorthWaiting, pauseAfter, type RelayOutcome } from './relay-rules.ts';

/** The relay of one adapter's events in this process. Its attempts never overlap. */
export interface RelayLane {
  /**
   * Relays the events that are in the outbox now. If an attempt is in progress, another one follows it.
   * @returns a promise that resolves when these events are in the stream. It also resolves when the lane pauses because the stream stays
   * locked or the database fails. The lane then continues on its own.
   */
  relay(): Promise<void>;
  /** Resolves when nothing is left to do, or when the lane was stopped. */
  ended(): Promise<void>;
}

/**
 * @param attempt relays the next events; never rejects
 * @param onIdle called when nothing is left to do
 * @param signal stops the lane after the current attempt
 */
export function createRelayLane(
  attempt: () => Promise<RelayOutcome>,
  onIdle: () => void,
  signal: AbortSignal,
): RelayLane {
  let isWanted = false;
  let running: Promise<void> | undefined;
  const waiting: (() => void)[] = [];
  /** Number of consecutive attempts that have to be repeated. */
  let repeated = 0;
  let isPausing = false;

  function release(waiters: readonly (() => void)[]): void {
    for (const done of waiters) done();
  }

  async function pause(outcome: 'locked' | 'failed'): Promise<void> {
    repeated += 1;
    isPausing = !isWorthWaiting(outcome, repeated);
    if (isPausing) release(waiting.splice(0));
    await sleep(pauseAfter(outcome, repeated), undefined, { signal }).catch(() => undefined);
  }

  async function run(): Promise<void> {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      const served = waiting.splice(0);
      const outcome = await attempt();
      if (outcome === 'done') release(served);
      else {
        isWanted = true;
        waiting.unshift(...served);
      }
      if (outcome === 'locked' || outcome === 'failed') await pause(outcome);
      else {
        repeated = 0;
        isPausing = false;
      }
    }
    running = undefined;
    release(waiting.splice(0));
    onIdle();
  }

  return {
    ended: async () => running,
    relay() {
      isWanted = true;
      // a stopped lane leaves the events to the next start or another process
      if (isPausing || signal.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      running ??= outsideAct(run);
      return promise;
    },
  };
}
