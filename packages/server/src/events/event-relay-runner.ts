import {
  type AdapterId,
  createFairTurns,
  createWorker,
  type Database,
  isLockTimeout,
  listenToCommits,
  type Worker,
  type WorkerDeps,
} from '../platform/index.ts';
import { listWaitingAdapters, outboxTopic, relayEvents } from './outbox-store.ts';
import { createRelayLane, type RelayLane } from './relay-lane-service.ts';
import { maxBatch, type RelayOutcome } from './relay-rules.ts';

export interface RelayDeps extends WorkerDeps {
  /** The pool whose transactions write events. */
  database: Database;
  /** The pool with prepared statements, on which events are relayed. */
  prepared: Database;
}

/** Relays events in the background. */
export interface EventRelay extends AsyncDisposable {
  /** Relays all events that are in the outbox now, and waits for streams that are locked. */
  drain: Worker['drain'];
}

const name = 'relay of events';
/** Events that a killed process has left in the outbox, or that another process could not relay, wait for at most this time. */
const sweepMs = 2_000;
/** Maximum time for which a transaction that has written events waits for their relay, after its commit. */
const answerWaitMs = 1_000;
/** Maximum number of database connections that relays use at the same time. An attempt takes a few milliseconds. */
const attemptsAtOnce = 3;

/** Waits for the work, but at most for `milliseconds`. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a function that relays the next events of an adapter and never rejects. */
function createAttempt({ prepared, clock, log, metrics }: RelayDeps): (adapterId: AdapterId) => Promise<RelayOutcome> {
  const turns = createFairTurns({ max: attemptsAtOnce, alone: attemptsAtOnce }, { waiting: Infinity });
  return async (adapterId) => {
    using _turn = await turns.enter(adapterId);
    const startedAt = clock.monotonic();
    const observe = (outcome: 'worked' | 'idle' | 'failed') =>
      metrics?.backgroundSteps.observe({ worker: name, outcome }, (clock.monotonic() - startedAt) / 1000);
    try {
      const moved = await relayEvents(prepared, adapterId, maxBatch);
      observe(moved && moved.relayed > 0 ? 'worked' : 'idle');
      if (!moved) return 'locked';
      return moved.hasMore ? 'more' : 'done';
    } catch (error) {
      if (isLockTimeout(error)) return 'locked';
      observe('failed');
      log.warn({ worker: name, adapterId, err: error }, 'work failed');
      return 'failed';
    }
  };
}

interface Lanes extends AsyncDisposable {
  relay(adapterId: AdapterId): Promise<void>;
  /** Resolves when no lane has anything left to do. */
  ended(): Promise<unknown>;
}

/** Creates the lanes of all adapters. Adapters do not wait for each other, unless all of the `attemptsAtOnce` connections are in use. */
function createLanes(deps: RelayDeps): Lanes {
  const attempt = createAttempt(deps);
  const stop = new AbortController();
  const lanes = new Map<AdapterId, RelayLane>();
  const ended = () => Promise.all([...lanes.values()].map((lane) => lane.ended()));
  return {
    ended,
    relay(adapterId) {
      const lane =
        lanes.get(adapterId) ??
        createRelayLane(
          () => attempt(adapterId),
          () => lanes.delete(adapterId),
          stop.signal,
        );
      lanes.set(adapterId, lane);
      return lane.relay();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended();
    },
  };
}

/**
 * Relays events from the outbox to the streams. Events of this process are relayed immediately after the commit that wrote them. Every 2 s,
 * the remaining events are relayed as well, for example those of a process that has died. Several processes can do this on one database, in
 * every role, because the events of a request are relayed by the process that answers it.
 */
export function startEventRelay(deps: RelayDeps): EventRelay {
  const opened = new AsyncDisposableStack();
  const lanes = opened.use(createLanes(deps));
  const sweep = opened.use(
    createWorker(deps, {
      name,
      everyMs: sweepMs,
      maxPauseMs: sweepMs * 2,
      isOwn: true,
      async next(run) {
        for (const adapterId of await listWaitingAdapters(deps.prepared)) void lanes.relay(adapterId);
        // not awaited otherwise, so that an adapter with many events does not delay the next sweep
        if (run.isUrgent()) await lanes.ended();
        return false;
      },
    }),
  );
  const relaySignalled = (adapterIds: readonly string[]) =>
    // the subjects of the outbox topic are ids of adapters
    waitAtMost(answerWaitMs, Promise.all(adapterIds.map((id) => lanes.relay(id as AdapterId))));
  opened.use(listenToCommits(deps.database, outboxTopic, relaySignalled));
  return { drain: sweep.drain, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
