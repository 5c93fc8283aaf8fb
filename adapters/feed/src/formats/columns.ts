import { type FeedRecord, type FeedValue, findValue } from '../feed-record.ts';

/** A column of a file, or a property of an object. */
export interface Column {
  name: string;
  /** Path to the value. */
  value: string;
  /** Separator between the elements of a list. If undefined, a list is written as JSON. */
  join?: string | undefined;
}

/** Returns the chosen columns, or one column for each name if none were chosen. */
export function columnsOf(chosen: readonly Column[] | undefined, names: readonly string[]): readonly Column[] {
  return chosen ?? names.map((name) => ({ name, value: name }));
}

/** Returns a value as text. Lists and objects become JSON. A list is joined instead if its column has a separator. */
export function textOfValue(value: FeedValue | undefined, join: string | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && join !== undefined) return value.map((one) => textOfValue(one, undefined)).join(join);
  return JSON.stringify(value);
}

export const cellOf = (record: FeedRecord, { name, value, join }: Column): string =>
  // The name of a default column is a key of the row and can contain a slash, so it must not be read as a path.
  textOfValue(
    name === value && record.row && Object.hasOwn(record.row, name) ? record.row[name] : findValue(record, value),
    join,
  );
