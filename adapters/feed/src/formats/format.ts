import type { FeedRecord } from '../feed-record.ts';

export type Change = 'created' | 'changed' | 'deleted';

/** The text of a record, and the names or paths of values in which characters that the format cannot contain were removed or replaced. */
export interface Formatted {
  text: string;
  cleaned: string[];
}

/** Writes products as text, one by one. */
export interface Format {
  extension: string;
  contentType: string;
  /** @param names the names of all values that any row has, for formats that begin with a header */
  begin(names: readonly string[]): string;
  /** @param index number of records before this one */
  record(record: FeedRecord, index: number): Formatted;
  end(count: number): string;
}

/** A format for files with all products, and its variant for files of changes, which is undefined if the format cannot express them. */
export interface Formats {
  whole: Format;
  delta: ((change: (record: FeedRecord) => Change) => Format) | undefined;
}
