import { setTimeout as sleep } from 'node:timers/promises';
import { createWorker, type Database, type WorkerDeps, type WorkerRun } from '../../platform/index.ts';
import { indexNext, usualSizes } from './search-index-service.ts';
import { startSearchSteps } from './search-steps.ts';
import { readBacklog, settleTokens } from './search-store.ts';

export interface SearchIndexingDeps extends WorkerDeps {
  database: Database;
  connectionString: string;
  /** Whether this process has work that indexing yields to. */
  isBusy: () => boolean;
}

export interface SearchIndexing extends AsyncDisposable {
  /** Resolves when everything that was written is in the index. */
  drain(): Promise<void>;
  /** Changed products that were waiting when the index was last looked at. */
  backlog(): number;
}

/** Steps between two settlings of new entries, which are cheap only for many at once. */
const settleSteps = 16;
/** A backlog of at most this many products is indexed without a thread, which takes longer to start. */
const smallBacklog = 400;
/** Indexing yields to imports for this long, then runs at 20 % until it has caught up. */
const yieldMs = 120_000;
const pausePerStep = 4;

/** How long the process has been busy, and what that means for indexing. A caller that waits for the index is not kept waiting. */
function createYielding({ clock, isBusy }: SearchIndexingDeps) {
  let busySince: number | undefined;

  function mustYield(run: WorkerRun): boolean {
    if (isBusy()) busySince ??= clock.monotonic();
    else busySince = undefined;
    return !run.isUrgent() && busySince !== undefined && clock.monotonic() - busySince < yieldMs;
  }

  async function pauseAfter(run: WorkerRun, stepMs: number): Promise<void> {
    if (busySince === undefined || run.isUrgent()) return;
    await sleep(stepMs * pausePerStep, undefined, { signal: run.signal }).catch(() => undefined);
  }

  return { mustYield, pauseAfter };
}

/** Keeps the search index up to date. Any number of processes may do so on one database, each works on another client. */
export function startSearchIndexing(deps: SearchIndexingDeps): SearchIndexing {
  const { database, connectionString, clock } = deps;
  const { mustYield, pauseAfter } = createYielding(deps);
  let backlog = 0;

  async function repeat(step: () => Promise<number>, run: WorkerRun): Promise<void> {
    let steps = 0;
    while (!run.signal.aborted && !mustYield(run)) {
      const startedAt = clock.monotonic();
      if ((await step()) === 0) break;
      steps += 1;
      if (steps % settleSteps === 0) {
        await settleTokens(database);
        backlog = (await readBacklog(database)).changed;
      }
      await pauseAfter(run, clock.monotonic() - startedAt);
    }
    if (steps > 0) await settleTokens(database);
  }

  async function indexChanges(run: WorkerRun): Promise<void> {
    const { changed, isBuilding } = await readBacklog(database);
    backlog = changed;
    if ((changed === 0 && !isBuilding) || mustYield(run)) return;
    if (changed <= smallBacklog && !isBuilding) await repeat(() => indexNext(database, usualSizes), run);
    else {
      await using thread = startSearchSteps({ connectionString });
      await repeat(thread.step, run);
    }
    backlog = (await readBacklog(database)).changed;
  }

  const worker = createWorker(deps, {
    name: 'search index',
    everyMs: 1_000,
    async next(run) {
      await indexChanges(run);
      return false;
    },
  });
  return { drain: worker.drain, backlog: () => backlog, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() };
}
