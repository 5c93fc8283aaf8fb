import { setTimeout as sleep } from 'node:timers/promises';
import {
  createWorker,
  createYielding,
  type Database,
  type Worker,
  type WorkerDeps,
  type WorkerRun,
} from '../../platform/index.ts';
import { hasWork } from '../evaluations/change-store.ts';
import { findOutdated } from '../evaluations/evaluation-service.ts';
import { flushPendingProblems } from '../evaluations/evaluation-store.ts';
import type { EvaluationTasks } from './evaluation-task-types.ts';
import { type EvaluationThread, startEvaluationThread } from './evaluation-thread-runner.ts';

export interface EvaluationDeps extends WorkerDeps {
  database: Database;
  connectionString: string;
  /** Returns true if this process has more urgent work, to which evaluation yields. */
  isBusy: () => boolean;
}

/** Pending problem numbers are moved into the index after this many steps. */
const stepsPerFlush = 4;
/** The thread ends after this long without work. Until then it keeps its compiled rulesets. */
const idleMs = 60_000;
/** While a request waits, a step that must wait for earlier transactions is tried again after this many milliseconds. */
const waitMs = 50;

/** Delay of `wakeSoon` in milliseconds. Many small imports therefore cause at most ten runs each second, with eight statements each. */
const soonMs = 100;

/** Background work, and work that requests wait for. Both run in the thread of the evaluations. */
export interface Evaluations extends Worker, EvaluationTasks {
  /** Starts a run after a short delay, but not during the pause after a failure. Calls during the delay cause no further run. */
  wakeSoon: () => void;
}

function createDelayed(work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, soonMs).unref();
  };
}

/** Keeps the thread alive while it is in use, and for `idleMs` afterwards. */
function createThreadHolder({ connectionString, clock }: EvaluationDeps) {
  let thread: EvaluationThread | undefined;
  let lastUseAt = 0;
  let users = 0;

  async function stop(): Promise<void> {
    const stopped = thread;
    thread = undefined;
    await stopped?.[Symbol.asyncDispose]();
  }

  async function use<T>(work: (running: EvaluationThread) => Promise<T>): Promise<T> {
    // A thread that ran out of memory is replaced.
    if (thread?.hasEnded() === true) thread = undefined;
    thread ??= startEvaluationThread({ connectionString });
    users += 1;
    try {
      return await work(thread);
    } finally {
      users -= 1;
      lastUseAt = clock.monotonic();
    }
  }

  async function stopIfIdle(): Promise<void> {
    if (users === 0 && clock.monotonic() - lastUseAt > idleMs) await stop();
  }

  return { use, stop, stopIfIdle };
}

/**
 * Starts the worker that keeps evaluations up to date. Several processes can do this on one database. Each of them works on a different
 * client.
 */
export function startEvaluations(deps: EvaluationDeps): Evaluations {
  const { database, clock } = deps;
  const yielding = createYielding(deps);
  const holder = createThreadHolder(deps);

  async function work(run: WorkerRun, running: EvaluationThread): Promise<void> {
    for (let steps = 1; !run.signal.aborted && !yielding.mustYield(run); steps += 1) {
      const startedAt = clock.monotonic();
      const outcome = await running.run('step', undefined);
      if (outcome === 'idle') yielding.finish();
      if (outcome === 'idle' || (outcome === 'waiting' && !run.isUrgent())) break;
      if (outcome === 'waiting') await sleep(waitMs, undefined, { signal: run.signal }).catch(() => undefined);
      if (steps % stepsPerFlush === 0) await flushPendingProblems(database);
      await yielding.pauseAfter(run, clock.monotonic() - startedAt);
    }
    await flushPendingProblems(database);
  }

  const worker = createWorker(deps, {
    name: 'readiness',
    everyMs: 1_000,
    isOwn: true,
    async next(run) {
      if (deps.role === 'api') {
        // the thread also works for requests
        await holder.stopIfIdle();
        return false;
      }
      await findOutdated({ database, now: () => clock.now() });
      if (!(await hasWork(database))) {
        yielding.finish();
        await holder.stopIfIdle();
      } else if (!yielding.mustYield(run)) {
        try {
          await holder.use((running) => work(run, running));
        } catch (error) {
          await holder.stop();
          throw error;
        }
      }
      return false;
    },
  });
  return {
    run: (name, input) => holder.use((running) => running.run(name, input)),
    wake: worker.wake,
    wakeIfHealthy: worker.wakeIfHealthy,
    wakeSoon: createDelayed(worker.wakeIfHealthy),
    drain: worker.drain,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await holder.stop();
    },
  };
}
