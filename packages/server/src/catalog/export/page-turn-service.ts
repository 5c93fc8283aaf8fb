import { availableParallelism } from 'node:os';
import { type ClientId, createFairTurns, createHalfTurns } from '../../platform/core.ts';

/** Schedules the pages of exports, so that clients take turns. */
export interface PageTurns {
  /** Waits until a page of this client may run. Disposing of the result ends the page. @param signal ends the wait with its reason */
  enter(clientId: ClientId, signal?: AbortSignal): Promise<Disposable>;
  /** Records that a client is exporting, until the returned object is disposed of. */
  open(clientId: ClientId): Disposable;
  /** Returns true if another client is exporting, or did so within the last two seconds, or if the client yields because of `makeRoom`. */
  hasOthers(clientId: ClientId): boolean;
  /** Makes the exports of a client pause between pages for a moment, because other clients are sending requests. */
  makeRoom(clientId: ClientId): void;
}

/**
 * A page occupies a slot for at most this time, so that a long page does not block other clients. There are half as many slots as cores. A
 * page of 200 products takes 6 ms, but a page of a filter with few matches can take a minute.
 */
const exclusiveMs = 25;
const rememberMs = 2_000;
/** For this long after `makeRoom`, a client pauses after each page. */
const roomMs = 250;

/** Length of a pause as a multiple of the duration of the page, for a client with one export and for a client with several. */
const [restOfOne, restOfSeveral] = [1, 2];

interface Client {
  exports: number;
  endedAt: number;
  /** Until this time, the client pauses after each page. */
  restsUntil: number;
  /** Functions that end the client's current pauses. */
  resting: Set<() => void>;
}

/** Frees the share of a client after `ms` milliseconds, or as soon as its last export ends. */
function rest(client: Client | undefined, share: Disposable, ms: number): void {
  const end = () => {
    clearTimeout(timer);
    client?.resting.delete(end);
    share[Symbol.dispose]();
  };
  const timer = setTimeout(end, ms);
  client?.resting.add(end);
}

/**
 * Creates the turns of one thread. Clients take turns page by page. The pages of one client that run at the same time use at most half of
 * the cores, but at least one.
 */
export function createPageTurns(now: () => number): PageTurns {
  const cores = Math.max(1, Math.floor(availableParallelism() / 2));
  const shares = createHalfTurns();
  const slots = createFairTurns({ max: cores, alone: cores }, { waiting: 1_000 });
  const running = new Map<string, Client>();

  /** Returns for how many milliseconds a client keeps its share after a page, so that it starts no other page. */
  function restOf(clientId: ClientId, pageMs: number): number {
    const client = running.get(clientId);
    if (!client || client.restsUntil <= now()) return 0;
    return Math.min(exclusiveMs, pageMs * (client.exports > 1 ? restOfSeveral : restOfOne));
  }

  return {
    async enter(clientId, signal) {
      using held = new DisposableStack();
      const share = await shares.enter(clientId, signal);
      held.adopt(now(), (startedAt) => {
        const restMs = restOf(clientId, now() - startedAt);
        if (restMs === 0) share[Symbol.dispose]();
        else rest(running.get(clientId), share, restMs);
      });
      const slot = held.use(await slots.enter(clientId, signal));
      const timer = setTimeout(() => slot[Symbol.dispose](), exclusiveMs);
      held.defer(() => {
        clearTimeout(timer);
      });
      return held.move();
    },
    open(clientId) {
      const client = running.get(clientId) ?? { exports: 0, endedAt: 0, restsUntil: 0, resting: new Set() };
      running.set(clientId, client);
      client.exports += 1;
      return {
        [Symbol.dispose]() {
          client.exports -= 1;
          client.endedAt = now();
          // otherwise, this pause would delay the client's next small export (29 instead of 13 ms for 200 products)
          if (client.exports === 0) for (const end of client.resting) end();
        },
      };
    },
    hasOthers(clientId) {
      if ((running.get(clientId)?.restsUntil ?? 0) > now()) return true;
      for (const [other, { exports, endedAt }] of running) {
        if (exports === 0 && now() - endedAt > rememberMs) running.delete(other);
        else if (other !== clientId) return true;
      }
      return false;
    },
    makeRoom(clientId) {
      const client = running.get(clientId);
      if (client) client.restsUntil = now() + roomMs;
    },
  };
}
