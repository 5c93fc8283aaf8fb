import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Database, Log } from '../../platform/index.ts';
import { indexNext, usualSizes } from './search-index-service.ts';
import { readBacklog, settleTokens } from './search-store.ts';
import { type SearchSteps, startSearchSteps } from './search-steps.ts';

export interface SearchDeps {
  database: Database;
  connectionString: string;
  clock: Clock;
  log: Log;
  /** Whether this process has work to which indexing has to stand back. */
  isBusy: () => boolean;
}

export interface SearchIndexing extends AsyncDisposable {
  /** Resolves when everything that was written is in the index. */
  drain(): Promise<void>;
  /** Changed products that were seen waiting at the last look. */
  backlog(): number;
}

const lookMs = 1_000;
/** After a failure the next look waits for so long. */
const pauseMs = 15_000;
/** Steps between two times that new entries are put in their places: doing so for many at once is what makes it cheap. */
const settleSteps = 16;
/** So few are indexed without a thread, which takes longer to start. */
const smallBacklog = 400;
/** For so long it stands back; then it takes a fifth of the time until it has caught up. */
const standBackMs = 120_000;
const restShare = 4;

/**
 * Keeps the search index up to date in the background. Any number of processes may do so at once, each at another client. What fails is
 * told to the log and tried again at the next look.
 */
export function startSearchIndexing(deps: SearchDeps): SearchIndexing {
  const { database, clock, log } = deps;
  const stop = new AbortController();
  let backlog = 0;
  let busySince: number | undefined;

  function mustWait(): boolean {
    if (!deps.isBusy()) busySince = undefined;
    else busySince ??= clock.monotonic();
    return busySince !== undefined && clock.monotonic() - busySince < standBackMs;
  }

  async function rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  }

  async function work(step: () => Promise<number>, isPatient: boolean): Promise<void> {
    let steps = 0;
    while (!stop.signal.aborted && !(isPatient && mustWait())) {
      const began = clock.monotonic();
      if ((await step()) === 0) break;
      steps += 1;
      if (steps % settleSteps === 0) {
        await settleTokens(database);
        backlog = (await readBacklog(database)).changed;
      }
      if (isPatient && busySince !== undefined) await rest((clock.monotonic() - began) * restShare);
    }
    if (steps > 0) await settleTokens(database);
  }

  /** @param isPatient stands back where the process is busy */
  async function look(isPatient: boolean): Promise<void> {
    const { changed, isBuilding } = await readBacklog(database);
    backlog = changed;
    if ((changed === 0 && !isBuilding) || (isPatient && mustWait())) return;
    if (changed <= smallBacklog && !isBuilding) await work(() => indexNext(database, usualSizes), isPatient);
    else await workInThread(isPatient);
    backlog = (await readBacklog(database)).changed;
  }

  async function workInThread(isPatient: boolean): Promise<void> {
    const thread: SearchSteps = startSearchSteps({ connectionString: deps.connectionString });
    try {
      await work(thread.step, isPatient);
    } finally {
      await thread[Symbol.asyncDispose]();
    }
  }

  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  let pausedUntil = 0;
  const run = (isPatient: boolean) => {
    isLooking = true;
    looking = looking
      .catch(() => undefined)
      .then(() => look(isPatient))
      .finally(() => {
        isLooking = false;
      });
    return looking;
  };
  const timer = setInterval(() => {
    if (isLooking || clock.monotonic() < pausedUntil) return;
    run(true).catch((error: unknown) => {
      pausedUntil = clock.monotonic() + pauseMs;
      if (!stop.signal.aborted) log.warn({ err: error }, 'bringing the search index up to date failed');
    });
  }, lookMs);

  return {
    drain: () => run(false),
    backlog: () => backlog,
    async [Symbol.asyncDispose]() {
      stop.abort();
      clearInterval(timer);
      await looking.catch(() => undefined);
    },
  };
}
