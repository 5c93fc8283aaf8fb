import { createWorker, createYielding, type Database, type WorkerDeps, type WorkerRun } from '../../platform/index.ts';
import { indexNext, defaultSizes } from './search-index-service.ts';
import { startSearchThread } from './search-thread-runner.ts';
import { getBacklog } from './search-store.ts';
import { flushPendingTokens } from './search-group-store.ts';

export interface SearchIndexingDeps extends WorkerDeps {
  database: Database;
  connectionString: string;
  /** Returns true if this process has more urgent work, in which case indexing waits. */
  isBusy: () => boolean;
}

export interface SearchIndexing extends AsyncDisposable {
  /** Resolves when all written products are in the index. */
  drain(): Promise<void>;
}

/** Pending tokens are moved into the index after this many steps, because moving them is efficient only in bulk. */
const stepsPerFlush = 16;
/** A backlog of at most this many products is indexed on the main thread, because starting a thread takes longer. */
const smallBacklog = 400;
/**
 * Building a new order yields to imports only this long, because the sorted list is not available until the order is built. A pass over all
 * products yields for as long as other indexing, because its thread needs 35 MB in addition to the memory of an import.
 */
const orderYieldMs = 2_000;
const yieldMsOf = (isOrdering: boolean) => (isOrdering ? orderYieldMs : undefined);

/** Keeps the search index up to date. Multiple processes can do this on one database. Each works on a different client. */
export function startSearchIndexing(deps: SearchIndexingDeps): SearchIndexing {
  const { database, connectionString, clock } = deps;
  const yielding = createYielding(deps);

  /** Repeats a step until no work is left or other work is more urgent. @returns true if the index was changed */
  async function repeat(step: () => Promise<number>, run: WorkerRun, isOrdering: boolean): Promise<boolean> {
    let steps = 0;
    let yieldMs = yieldMsOf(isOrdering);
    while (!run.signal.aborted && !yielding.mustYield(run, yieldMs)) {
      const startedAt = clock.monotonic();
      if ((await step()) === 0) {
        yielding.finish();
        break;
      }
      steps += 1;
      if (steps % stepsPerFlush === 0) {
        await flushPendingTokens(database);
        // The order may be built by now, and other work yields for longer.
        if (yieldMs !== undefined) yieldMs = yieldMsOf((await getBacklog(database)).isOrdering);
      }
      await yielding.pauseAfter(run, clock.monotonic() - startedAt, yieldMs);
    }
    return steps > 0;
  }

  async function repeatInThread(run: WorkerRun, isOrdering: boolean): Promise<boolean> {
    await using thread = startSearchThread({ connectionString });
    return await repeat(thread.step, run, isOrdering);
  }

  async function indexChanges(run: WorkerRun): Promise<void> {
    const { changed, isPassing, isOrdering } = await getBacklog(database);
    const isBuilding = isPassing || isOrdering;
    if (changed === 0 && !isBuilding) {
      yielding.finish();
      return;
    }
    if (yielding.mustYield(run, yieldMsOf(isOrdering))) return;
    const isSmall = changed <= smallBacklog && !isBuilding;
    const hasChanged = isSmall
      ? await repeat(() => indexNext(database, defaultSizes), run, false)
      : await repeatInThread(run, isOrdering);
    // The thread has ended by now, because only the database works here, and an idle thread keeps its memory.
    if (hasChanged) await flushPendingTokens(database);
  }

  const worker = createWorker(deps, {
    name: 'search index',
    everyMs: 1_000,
    async next(run) {
      await indexChanges(run);
      return false;
    },
  });
  return { drain: worker.drain, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() };
}
