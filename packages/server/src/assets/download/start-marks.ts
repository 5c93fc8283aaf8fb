import type { Database, Log } from '../../platform/index.ts';
import { type ClaimedDownload, markStarted } from './download-store.ts';

/**
 * Running downloads are marked as started in batches, at intervals of this length. A statement per download would cost more than
 * downloading most files.
 */
const markAfterMs = 150;

/** Marks downloads as started in the database, unless they end sooner. No more downloads are marked after disposal. */
export interface StartMarks extends Disposable {
  add(claim: ClaimedDownload): void;
  /** Removes a download that has ended, so that it is not marked as started. */
  drop(claim: ClaimedDownload): void;
}

export function createStartMarks(deps: { database: Database; log: Log; owner: string }): StartMarks {
  const unmarked = new Set<ClaimedDownload>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function mark(): Promise<void> {
    timer = undefined;
    const started = [...unmarked];
    unmarked.clear();
    try {
      await markStarted(deps.database, deps.owner, started);
    } catch (error) {
      if (!isStopped) deps.log.warn({ err: error }, 'downloads could not be marked as started');
    }
  }

  return {
    add(claim) {
      if (isStopped) return;
      unmarked.add(claim);
      timer ??= setTimeout(() => void mark(), markAfterMs);
    },
    drop: (claim) => unmarked.delete(claim),
    [Symbol.dispose]() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
