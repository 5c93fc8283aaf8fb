import type { FeedRecord } from '../feed-record.ts';
import { compareIds, RunReader } from './sorted-run.ts';

/** A product before and after a write. Each is undefined if the feed does not contain the product at that time. */
export interface MergedRecord {
  before: FeedRecord | undefined;
  after: FeedRecord | undefined;
}

/**
 * Merges the records of the last write with later records, in the order of product ids. Memory use does not depend on the number of
 * records.
 * @param base file of the last write
 * @param runs files with later records, oldest first. If a product has several records, the latest one counts
 */
export async function* mergeRuns(base: string | undefined, runs: readonly string[]): AsyncGenerator<MergedRecord> {
  const baseReader = base === undefined ? undefined : new RunReader(base);
  const readers = runs.map((run) => new RunReader(run));
  const all = baseReader === undefined ? readers : [...readers, baseReader];
  try {
    for (const reader of all) await reader.advance();
    for (let id = smallestId(all); id !== undefined; id = smallestId(all)) {
      const isBase = baseReader?.current?.id === id;
      const before = isBase ? baseReader.current : undefined;
      let after = before;
      if (isBase) await baseReader.advance();
      for (const reader of readers) {
        if (reader.current?.id !== id) continue;
        after = reader.current;
        await reader.advance();
      }
      yield { before, after: after?.row === undefined ? undefined : after };
    }
  } finally {
    for (const reader of all) await reader.close();
  }
}

function smallestId(readers: readonly RunReader[]): string | undefined {
  let smallest: string | undefined;
  for (const { current } of readers)
    if (current !== undefined && (smallest === undefined || compareIds(current.id, smallest) < 0))
      smallest = current.id;
  return smallest;
}
