import type { Database, Log } from '../../platform/index.ts';
import { type ClaimedDownload, markStarted } from './download-store.ts';

/** Downloads that take longer are marked as started, all together: a statement for each would cost more than most files do. */
const markAfterMs = 150;

/** Marks downloads as started in the database, unless they end sooner. Disposing of it marks no more. */
export interface StartMarks extends Disposable {
  add(claim: ClaimedDownload): void;
  /** The download has ended: it needs no mark. */
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
