import { createWorker, type Database, type Worker, type WorkerDeps } from '../../platform/index.ts';
import {
  closeContent,
  deleteUnusedStructures,
  emptyProducts,
  findClosed,
  markUnusedStructures,
  noteGone,
  releaseAssets,
} from './content-retention-store.ts';

export interface ContentRetentionDeps extends WorkerDeps {
  database: Database;
  /** Days for which the content of a submission is kept after its end; 0 keeps it for ever. */
  days: number;
}

const dayMs = 86_400_000;
/** When something is closed or marked, pages that are being read then, and submissions that are being made, have ended after this. */
const graceMs = 1_800_000;

/** Removes the content of ended submissions: products, files, and the definitions that no other submission needs. */
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
    await noteGone(database, key, now);
  }
  if (signal.aborted) return;
  await deleteUnusedStructures(database, closedBefore);
  await markUnusedStructures(database, now);
}

/**
 * Keeps the retention of what submissions delivered, at once and then every hour; their log, with the result of each product, stays.
 * Any number of processes may do so on one database. What one process leaves half done, the next run completes.
 */
export function startContentRetention(deps: ContentRetentionDeps): Worker {
  return createWorker(deps, {
    name: 'retention of submissions',
    everyMs: 3_600_000,
    async next({ signal }) {
      await keepRetention(deps, signal);
      return false;
    },
  });
}
