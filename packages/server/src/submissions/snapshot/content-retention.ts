import type { Clock, Database, Log } from '../../platform/index.ts';
import {
  closeContent,
  deleteUnusedStructures,
  emptyProducts,
  findClosed,
  markUnusedStructures,
  noteGone,
  releaseAssets,
} from './content-retention-store.ts';

export interface ContentRetentionDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** How long the content of a submission is kept after its end; 0 for ever. */
  days: number;
}

export interface ContentRetention extends AsyncDisposable {
  /** Works once through everything that is due now. */
  run(): Promise<void>;
}

const dayMs = 86_400_000;
const roundMs = 3_600_000;
/** Pages that are being read, and submissions that are being made, when something is closed or marked have ended by then. */
const graceMs = 1_800_000;

/**
 * Takes away what ended submissions delivered, values, files and the definitions of that time, now and every hour; their log, with what became of each product, stays.
 * Any number of processes may do so at once, and what one leaves half-done the next round ends.
 */
export function startContentRetention(deps: ContentRetentionDeps): ContentRetention {
  const { database, clock, log, days } = deps;
  let stopping = false;
  let last: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    if (days === 0) return;
    const now = clock.now();
    await closeContent(database, new Date(now.getTime() - days * dayMs), now);
    const closedBefore = new Date(now.getTime() - graceMs);
    for (;;) {
      const key = stopping ? undefined : await findClosed(database, closedBefore);
      if (!key) break;
      for (let after: string | null = ''; after !== null;) after = await emptyProducts(database, key, after);
      while ((await releaseAssets(database, key)) > 0);
      await noteGone(database, key, now);
    }
    if (stopping) return;
    await deleteUnusedStructures(database, closedBefore);
    await markUnusedStructures(database, now);
  }
  const run = () => (last = last.catch(() => undefined).then(round));
  const attempt = () => {
    run().catch((error: unknown) => {
      if (!stopping)
        log.warn({ err: error }, 'the retention of submissions could not be kept; the next round tries again');
    });
  };

  attempt();
  const timer = setInterval(attempt, roundMs);
  return {
    run,
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearInterval(timer);
      await last.catch(() => undefined);
    },
  };
}
