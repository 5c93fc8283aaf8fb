import type { FeedRecord } from '../feed-record.ts';

export const formatRecord = (record: FeedRecord): string => `${JSON.stringify(record)}\n`;

/** Parses a line that `formatRecord` wrote. */
export const parseRecord = (line: string): FeedRecord => JSON.parse(line) as FeedRecord; // only this program writes this file
