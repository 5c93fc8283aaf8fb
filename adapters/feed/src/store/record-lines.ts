import type { FeedRecord } from '../feed-record.ts';

export const formatRecord = (record: FeedRecord): string => `${JSON.stringify(record)}\n`;

/** Parses a line that `formatRecord` wrote. */
export function parseRecord(line: string): FeedRecord {
  const record: FeedRecord = JSON.parse(line);
  return record;
}
