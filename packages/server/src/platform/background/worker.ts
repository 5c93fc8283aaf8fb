import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

export interface WorkerDeps {
  clock: Clock;
  log: Log;
  /** Undefined outside of a service: nothing is measured then. */
  metrics?: Pick<Metrics, 'backgroundSteps'> | undefined;
}

export interface WorkerOptions {
  /** Names the worker in log lines and in the metric. */
  name: string;
  /** Does one step of the work. @returns whether there may be more to do */
  next(run: WorkerRun): Promise<boolean>;
  /** Milliseconds between the end of one run and the start of the next one. */
  everyMs: number;
  /** False: the first run starts after the first interval or when it is woken, not at once. */
  atStart?: boolean;
  /** The longest interval after failures; by default half a minute, or `everyMs` if that is longer. */
  maxPauseMs?: number;
}

/** What a step may ask about the run that it is part of. */
export interface WorkerRun {
  /** Aborts when the worker stops. */
  signal: AbortSignal;
  /** Whether a caller waits for the end of the work: it does not yield to other work then. */
  isUrgent(): boolean;
}

/** Work in the background. Disposing of it ends the work after the step that is running. */
export interface Worker extends AsyncDisposable {
  /** Starts a run now, also during the pause after a failure. During a run it asks for another one after it. */
  wake: () => void;
  /**
   * Starts a run and resolves when nothing is left to do.
   * @throws the error of the run, if it failed
   */
  drain: () => Promise<void>;
}

const usualMaxPauseMs = 30_000;

/** Measures each step of a worker. */
function measured({ clock, metrics }: WorkerDeps, options: WorkerOptions): WorkerOptions['next'] {
  const { name } = options;
  return async (run) => {
    const startedAt = clock.monotonic();
    const observe = (outcome: 'worked' | 'idle' | 'failed') => {
      metrics?.backgroundSteps.observe({ worker: name, outcome }, (clock.monotonic() - startedAt) / 1000);
    };
    try {
      const hasMore = await options.next(run);
      observe(hasMore ? 'worked' : 'idle');
      return hasMore;
    } catch (error) {
      observe('failed');
      throw error;
    }
  };
}

/**
 * Does work in the background: a run does one step after the other until none is left. Runs of a worker never overlap. A failure is
 * logged and ends the run; the interval to the next one doubles with each failure in a row.
 * Several processes may run the same worker: `next` claims what it works on.
 */
export function createWorker(deps: WorkerDeps, options: WorkerOptions): Worker {
  const { log } = deps;
  const { name, everyMs } = options;
  const step = measured(deps, options);
  const maxPauseMs = Math.max(everyMs, options.maxPauseMs ?? usualMaxPauseMs);
  const stop = new AbortController();
  const run: WorkerRun = { signal: stop.signal, isUrgent: () => draining > 0 };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let draining = 0;
  /** Failures in a row, and the last of them. */
  let failures = 0;
  let failure: unknown;

  const interval = () => Math.min(everyMs * 2 ** failures, maxPauseMs);

  async function runWhileAsked(): Promise<void> {
    while (isAsked && !stop.signal.aborted) {
      isAsked = false;
      try {
        while (!stop.signal.aborted && (await step(run)));
        failures = 0;
      } catch (error) {
        failures += 1;
        failure = error;
        if (!stop.signal.aborted) log.warn({ worker: name, err: error, nextRunInMs: interval() }, 'work failed');
      }
    }
    running = undefined;
    if (!stop.signal.aborted) timer = setTimeout(wake, interval());
  }

  function wake(): void {
    if (stop.signal.aborted) return;
    clearTimeout(timer);
    isAsked = true;
    running ??= runWhileAsked();
  }

  if (options.atStart === false) timer = setTimeout(wake, everyMs);
  else wake();
  return {
    wake,
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
