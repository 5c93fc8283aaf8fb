import type { FeedRecord } from '../feed-record.ts';

export type Change = 'created' | 'changed' | 'deleted';

/** A text, and the names of the values from which characters were removed because the format cannot contain them. */
export interface Formatted {
  text: string;
  cleaned: string[];
}

/** Writes products as text, one by one. */
export interface Format {
  extension: string;
  contentType: string;
  /** @param names all names that rows have, for formats that state them first */
  begin(names: readonly string[]): string;
  /** @param index number of the records before this one */
  record(record: FeedRecord, index: number): Formatted;
  end(count: number): string;
}

/** A format with its form for changes; the second is absent if the format cannot tell what changed. */
export interface Formats {
  whole: Format;
  delta: ((change: (record: FeedRecord) => Change) => Format) | undefined;
}
