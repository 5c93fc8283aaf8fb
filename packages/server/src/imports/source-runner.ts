import { createWorker, startLeaseWorker, transaction, type Worker, type WorkerDeps } from '../platform/index.ts';
import { runSource, type SourceRunDeps } from './source-run-service.ts';
import { judgeCapacity, type RunCapacity } from './sources/run-limit-rules.ts';
import { RunTooSlowError, runMinutes } from './sources/source-failure-rules.ts';
import {
  claimSource,
  expireSources,
  handOverSource,
  heartbeatSources,
  SourceLostError,
} from './sources/source-run-store.ts';
import type { ClaimedSource } from './sources/source-types.ts';

/**
 * Disposing of this object aborts all runs and returns their sources to the queue. Another process runs them at once, or this process after
 * its next start.
 */
export interface SourceRunner extends AsyncDisposable {
  /** Looks for due sources immediately. */
  wake: () => void;
  /** Resolves when no source is due and no run is in progress. */
  drain: () => Promise<void>;
}

export interface SourceRunnerDeps extends SourceRunDeps, WorkerDeps {
  log: SourceRunDeps['log'];
  clock: SourceRunDeps['clock'];
  /** True if no other process uses this database. */
  alone: boolean;
}

interface RunningSource {
  source: ClaimedSource;
  stop: AbortController;
  done: Promise<void>;
}

class RunningSources {
  readonly #running = new Map<string, RunningSource>();
  readonly #deps: SourceRunnerDeps;
  #isStopping = false;

  constructor(deps: SourceRunnerDeps) {
    this.#deps = deps;
  }

  /** Returns which sources may run in addition to the running ones. Undefined if none may. */
  capacity(): RunCapacity | undefined {
    return judgeCapacity([...this.#running.values()].map(({ source }) => source));
  }

  async #run(source: ClaimedSource, stop: AbortController): Promise<void> {
    const late = () => stop.abort(new RunTooSlowError('The time of the run is over.'));
    const deadline = setTimeout(late, runMinutes * 60_000);
    try {
      await runSource(this.#deps, source, stop.signal);
      if (this.#isStopping) await this.#handOver(source);
    } catch (error) {
      // the lease expires, so the run is recorded as interrupted and repeated
      if (!(error instanceof SourceLostError))
        this.#deps.log.warn({ err: error }, 'the run of a source was not stored');
    } finally {
      clearTimeout(deadline);
      // closes the connection or file of a run that was refused before its body was read; otherwise this has no effect
      stop.abort();
    }
  }

  async #handOver(source: ClaimedSource): Promise<void> {
    const { database, owner, clock } = this.#deps;
    await transaction(database, (opened) => handOverSource(opened, owner, source, clock.now()));
  }

  start(source: ClaimedSource, onEnd: () => void): void {
    const stop = new AbortController();
    const done = this.#run(source, stop).finally(() => {
      this.#running.delete(source.runId);
      onEnd();
    });
    this.#running.set(source.runId, { source, stop, done });
  }

  /** Renews the leases, and aborts the runs of sources that were changed meanwhile. */
  async heartbeat(): Promise<void> {
    const { database, owner } = this.#deps;
    const runs = [...this.#running.values()];
    const held = await heartbeatSources(
      database,
      owner,
      runs.map(({ source }) => source.sourceId),
    );
    for (const { source, stop } of runs)
      if (!held.has(source.sourceId)) stop.abort(new SourceLostError('The source was changed.'));
  }

  /** Waits for the runs in progress. @returns false if there was none */
  async ended(): Promise<boolean> {
    const runs = [...this.#running.values()];
    await Promise.all(runs.map(({ done }) => done));
    return runs.length > 0;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { stop } of this.#running.values()) stop.abort(new SourceLostError('The service is stopping.'));
    await this.ended();
  }
}

function createDueSources(deps: SourceRunnerDeps, running: RunningSources): Worker {
  const { database, clock, owner } = deps;
  const worker = createWorker(deps, {
    name: 'sources of files',
    everyMs: 5_000,
    async next({ signal }) {
      const capacity = running.capacity();
      if (!capacity || signal.aborted) return false;
      const ask = { now: clock.now(), runId: clock.newId(), capacity };
      const source = await transaction(database, (opened) => claimSource(opened, owner, ask));
      if (source) running.start(source, () => worker.wake());
      return source !== undefined;
    },
  });
  return worker;
}

/** Starts the workers that run due sources, renew the leases of this process, and end the leases of processes that have died. */
export async function startSourceRunner(deps: SourceRunnerDeps): Promise<SourceRunner> {
  const { database, owner, log } = deps;
  await using started = new AsyncDisposableStack();
  started.defer(async () => {
    await expireSources(database, 0, owner).catch((error: unknown) => {
      log.warn({ err: error }, 'the sources of this process could not be returned to the queue');
    });
  });
  const running = new RunningSources(deps);
  started.defer(() => running.stop());
  // The worker starts after the abandoned leases have been ended, because with `alone` its own leases would be ended as well.
  started.use(
    await startLeaseWorker(deps, {
      name: 'sources of files',
      alone: deps.alone,
      heartbeat: () => running.heartbeat(),
      expire: (olderThanSeconds) => expireSources(database, olderThanSeconds),
      onExpired: () => {
        worker.wake();
      },
    }),
  );
  const worker = started.use(createDueSources(deps, running));
  const resources = started.move();
  return {
    wake: worker.wake,
    async drain() {
      do await worker.drain();
      while (await running.ended());
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
