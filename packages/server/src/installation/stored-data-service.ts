import type { StoredData } from '@pimento/contract';
import { type Clock, type Database, limitedRead } from '../platform/index.ts';
import { judgeStored, type Retention } from './stored-data-rules.ts';
import { listDeleted, listTableSizes } from './stored-data-views.ts';

const keptMs = 60_000;
const statementMs = 5_000;

interface Stored {
  at: Date;
  kinds: StoredData[];
}

/**
 * Creates a function that returns the sizes of stored data. Results are cached for a minute, and concurrent calls share one read. The
 * function throws PimentoError query-too-slow.
 */
export function createStoredDataReader(
  { database, clock }: { database: Database; clock: Clock },
  retention: Retention,
): () => Promise<Stored> {
  let kept: { at: number; stored: Promise<Stored> } | undefined;
  const read = () =>
    limitedRead(database, { statementMs }, async (opened) => ({
      at: clock.now(),
      kinds: judgeStored(await listTableSizes(opened), retention, await listDeleted(opened)),
    }));
  return async () => {
    const now = clock.monotonic();
    if (kept === undefined || now - kept.at >= keptMs) kept = { at: now, stored: read() };
    const current = kept;
    try {
      return await current.stored;
    } catch (error) {
      // a failed read is not cached
      if (kept === current) kept = undefined;
      throw error;
    }
  };
}
