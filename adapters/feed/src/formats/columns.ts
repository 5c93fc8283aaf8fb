import { type FeedRecord, type FeedValue, findValue } from '../feed-record.ts';

/** A column of a file, or a member of an object. */
export interface Column {
  name: string;
  /** Path of the value. */
  value: string;
  /** Separator of a list; without it a list is written as JSON. */
  join?: string | undefined;
}

/** Returns the columns that were chosen, or one for each name. */
export function columnsOf(chosen: readonly Column[] | undefined, names: readonly string[]): readonly Column[] {
  return chosen ?? names.map((name) => ({ name, value: name }));
}

/** Returns a value as text: lists and objects as JSON, or a list joined by the separator of its column. */
export function textOfValue(value: FeedValue | undefined, join: string | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && join !== undefined) return value.map((one) => textOfValue(one, undefined)).join(join);
  return JSON.stringify(value);
}

export const cellOf = (record: FeedRecord, { name, value, join }: Column): string =>
  // a column that was not chosen is named like a member, which may contain a slash
  textOfValue(
    name === value && record.row && Object.hasOwn(record.row, name) ? record.row[name] : findValue(record, value),
    join,
  );
