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

/** Creates the reader of the sizes of stored data, which keeps them for a minute. It throws PimentoError query-too-slow. */
export function createStoredDataReader(
  { database, clock }: { database: Database; clock: Clock },
  retention: Retention,
): () => Promise<Stored> {
  let kept: { at: number; stored: Stored } | undefined;
  return async () => {
    const now = clock.monotonic();
    if (kept && now - kept.at < keptMs) return kept.stored;
    const stored = await limitedRead(database, { statementMs }, async (opened) => ({
      at: clock.now(),
      kinds: judgeStored(await listTableSizes(opened), retention, await listDeleted(opened)),
    }));
    kept = { at: now, stored };
    return stored;
  };
}
