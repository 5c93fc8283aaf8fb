import { availableParallelism } from 'node:os';
import { createFairTurns, createHalfTurns, type FairTurns, type ClientId } from '../../platform/core.ts';

/** Turns of the pages of exports. */
export interface PageTurns extends Pick<FairTurns, 'enter'> {
  /** Records that a client exports, until the returned object is disposed of. */
  open(clientId: ClientId): Disposable;
  /** True if another client exports, or did so within the last two seconds. */
  hasOthers(clientId: ClientId): boolean;
}

/**
 * Half of the cores run pages at the same time, but a page that takes longer than this no longer keeps others waiting. 200 products take
 * 6 ms; a page of a filter with few matches can take a minute.
 */
const exclusiveMs = 25;
const rememberMs = 2_000;

/**
 * Creates the turns of one thread. Pages of several clients alternate, so that a page that has begun ends as soon as it would alone, and
 * one client never uses more than half of the cores.
 */
export function createPageTurns(now: () => number): PageTurns {
  const cores = Math.max(1, Math.floor(availableParallelism() / 2));
  const shares = createHalfTurns();
  const slots = createFairTurns({ max: cores, alone: cores }, { waiting: 1_000 });
  const running = new Map<string, { exports: number; endedAt: number }>();

  return {
    async enter(clientId, signal) {
      using held = new DisposableStack();
      held.use(await shares.enter(clientId, signal));
      const slot = held.use(await slots.enter(clientId, signal));
      const timer = setTimeout(() => slot[Symbol.dispose](), exclusiveMs);
      held.defer(() => {
        clearTimeout(timer);
      });
      return held.move();
    },
    open(clientId) {
      const client = running.get(clientId) ?? { exports: 0, endedAt: 0 };
      running.set(clientId, client);
      client.exports += 1;
      return {
        [Symbol.dispose]() {
          client.exports -= 1;
          client.endedAt = now();
        },
      };
    },
    hasOthers(clientId) {
      for (const [other, { exports, endedAt }] of running) {
        if (exports === 0 && now() - endedAt > rememberMs) running.delete(other);
        else if (other !== clientId) return true;
      }
      return false;
    },
  };
}
