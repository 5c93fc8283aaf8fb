import { createWorker, type Database, type Worker, type WorkerDeps } from '../../platform/index.ts';
import { deleteUnusedRulesets, markUnusedRulesets } from './ruleset-retention-store.ts';
import {
  closeContent,
  deleteUnusedStructures,
  emptyProducts,
  findClosed,
  markUnusedStructures,
  recordGone,
  releaseAssets,
} from './content-retention-store.ts';

export interface ContentRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which the content of a submission is kept after its end. 0 keeps it forever. */
  days: number;
}

const dayMs = 86_400_000;
/**
 * Time between closing content or marking it as unused, and deleting it. By the end of this time, page reads and submits that were in
 * progress have ended.
 */
const graceMs = 1_800_000;

/** Deletes the rulesets that no connection and no submission needs. A connection whose ruleset uses `today` gets a new ruleset each day. */
async function deleteRulesets({ database, clock }: ContentRetentionDeps): Promise<void> {
  const now = clock.now();
  await deleteUnusedRulesets(database, new Date(now.getTime() - graceMs));
  await markUnusedRulesets(database, now);
}

/**
 * Deletes the content of ended submissions. The content consists of products, files, and the definitions that no other submission needs.
 */
async function keepRetention({ database, clock, days }: ContentRetentionDeps, signal: AbortSignal): Promise<void> {
  if (days === 0) return;
  const now = clock.now();
  await closeContent(database, new Date(now.getTime() - days * dayMs), now);
  const closedBefore = new Date(now.getTime() - graceMs);
  for (;;) {
    const key = signal.aborted ? undefined : await findClosed(database, closedBefore);
    if (!key) break;
    for (let after: string | null = ''; after !== null;) after = await emptyProducts(database, key, after);
    while ((await releaseAssets(database, key)) > 0);
    await recordGone(database, key, now);
  }
  if (signal.aborted) return;
  await deleteUnusedStructures(database, closedBefore);
  await markUnusedStructures(database, now);
}

/**
 * Starts the content retention of submissions, which runs immediately and then every hour. The log of submissions is kept, with the result
 * of each product. Several processes can run it on the same database. The next run completes the work of an interrupted run.
 */
export function startContentRetention(deps: ContentRetentionDeps): Worker {
  return createWorker(deps, {
    name: 'retention of submissions',
    everyMs: 3_600_000,
    async next({ signal }) {
      await keepRetention(deps, signal);
      if (!signal.aborted) await deleteRulesets(deps);
      return false;
    },
  });
}
