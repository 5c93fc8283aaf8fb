import type { Clock } from '../clock.ts';
import { outsideAct } from '../database/running-act.ts';
import { outsideSpan, recordSpan } from '../telemetry/tracing.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { WorkerRuns } from './worker-runs.ts';

/** Whether a process answers requests (`api`), does background work (`worker`), or both (`all`). */
export type ProcessRole = 'all' | 'api' | 'worker';

export interface WorkerDeps {
  clock: Clock;
  log: Log;
  /** Default `all`. */
  role?: ProcessRole | undefined;
  /** If undefined, the steps of the worker are not measured. */
  metrics?: Pick<Metrics, 'backgroundSteps'> | undefined;
  /** If undefined, the runs of the worker are not recorded. */
  workerRuns?: WorkerRuns | undefined;
}

export interface WorkerOptions {
  /** Name of the worker in log lines and the metric. */
  name: string;
  /** Does one step of the work. @returns true if more work may be left */
  next(run: WorkerRun): Promise<boolean>;
  /** Milliseconds from the end of one run to the start of the next. */
  everyMs: number;
  /** If false, the first run starts after the first interval or a wake-up instead of immediately. */
  atStart?: boolean;
  /** Maximum interval after failures. The default is half a minute, or `everyMs` if longer. */
  maxPauseMs?: number;
  /** True if every process must run this worker, whatever its role. */
  isOwn?: boolean;
}

/** The state of a run, for its steps. */
export interface WorkerRun {
  /** Aborts when the worker is disposed of. */
  signal: AbortSignal;
  /** Returns true while a caller of `drain` is waiting. The step must then not yield to other work. */
  isUrgent(): boolean;
}

/** A background worker. Disposing of it stops the work after the current step. */
export interface Worker extends AsyncDisposable {
  /** Starts a run immediately, even during the pause after a failure. If a run is in progress, another run follows it. */
  wake: () => void;
  /** Starts a run immediately, as `wake` does, but not during the pause after a failure. */
  wakeIfHealthy: () => void;
  /**
   * Starts a run and resolves when no work is left.
   * @throws the error of the run, if it failed
   */
  drain: () => Promise<void>;
}

const usualMaxPauseMs = 30_000;
/**
 * In a process of the role `worker`, a worker with an interval of at most `maxWokenMs` runs every `unwokenMs` or more often. The requests
 * that cause its work arrive in other processes and cannot wake it.
 */
const unwokenMs = 2_000;
const maxWokenMs = 30_000;

/** A worker that does nothing, for processes whose role excludes background work. */
const idleWorker: Worker = {
  wake: () => undefined,
  wakeIfHealthy: () => undefined,
  drain: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

/**
 * Wraps `next` to measure each step. Records a span only for a step that failed or may have left more work, because several idle steps run
 * each second.
 */
function measured({ clock, metrics }: WorkerDeps, options: WorkerOptions): WorkerOptions['next'] {
  const { name } = options;
  return async (run) => {
    const startedAt = clock.monotonic();
    const began = clock.now();
    const observe = (outcome: 'worked' | 'idle' | 'failed', error?: unknown) => {
      metrics?.backgroundSteps.observe({ worker: name, outcome }, (clock.monotonic() - startedAt) / 1000);
      if (outcome !== 'idle')
        recordSpan(
          { name: `worker ${name}`, attributes: { 'pimento.worker': name } },
          { startedAt: began, endedAt: clock.now(), error },
        );
    };
    try {
      const hasMore = await options.next(run);
      observe(hasMore ? 'worked' : 'idle');
      return hasMore;
    } catch (error) {
      observe('failed', error);
      throw error;
    }
  };
}

/**
 * Creates a background worker. A run repeats steps until no work is left. Runs of one worker never overlap. A failure is logged and ends
 * the run. Each consecutive failure doubles the interval to the next run, up to `maxPauseMs`. Several processes can run the same worker,
 * because `next` claims its work. A process of the role `api` runs only workers with `isOwn`.
 */
export function createWorker(deps: WorkerDeps, options: WorkerOptions): Worker {
  if (deps.role === 'api' && options.isOwn !== true) return idleWorker;
  const isUnwoken = deps.role === 'worker' && options.everyMs <= maxWokenMs;
  return runWorker(deps, isUnwoken ? { ...options, everyMs: Math.min(options.everyMs, unwokenMs) } : options);
}

/** Records the start of a run. @returns a function that records its end */
function recordStart({ clock, workerRuns }: WorkerDeps, name: string): (error?: unknown) => void {
  const startedAt = clock.monotonic();
  const end = workerRuns?.start(name, clock.now());
  return (error) => end?.({ at: clock.now(), ms: clock.monotonic() - startedAt, error });
}

function runWorker(deps: WorkerDeps, options: WorkerOptions): Worker {
  const { name, everyMs } = options;
  const step = measured(deps, options);
  const maxPauseMs = Math.max(everyMs, options.maxPauseMs ?? usualMaxPauseMs);
  const stop = new AbortController();
  const run: WorkerRun = { signal: stop.signal, isUrgent: () => draining > 0 };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let draining = 0;
  /** Number of consecutive failures, and the error of the last one. */
  let failures = 0;
  let failure: unknown;

  const interval = () => Math.min(everyMs * 2 ** failures, maxPauseMs);

  async function runWhileAsked(): Promise<void> {
    while (isAsked && !stop.signal.aborted) {
      isAsked = false;
      const end = recordStart(deps, name);
      try {
        while (!stop.signal.aborted && (await step(run)));
        failures = 0;
        end();
      } catch (error) {
        failures += 1;
        failure = error;
        end(error);
        if (!stop.signal.aborted) deps.log.warn({ worker: name, err: error, nextRunInMs: interval() }, 'work failed');
      }
    }
    running = undefined;
    if (!stop.signal.aborted) timer = setTimeout(wake, interval());
  }

  function wake(): void {
    if (stop.signal.aborted) return;
    clearTimeout(timer);
    isAsked = true;
    running ??= outsideSpan(() => outsideAct(runWhileAsked));
  }

  if (options.atStart === false) timer = setTimeout(wake, everyMs);
  else wake();
  return {
    wake,
    wakeIfHealthy: () => (failures === 0 ? wake() : undefined),
    async drain() {
      draining += 1;
      try {
        wake();
        while (running) await running;
        if (failures > 0) throw failure;
      } finally {
        draining -= 1;
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
