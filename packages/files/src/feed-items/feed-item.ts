import type { FeedValue, FeedValues } from '../feed-types.ts';
import type { RowProblem } from '../mapping/row-problem.ts';
import type { Row } from '../rows-types.ts';

/** A product of a feed, before its values are converted to the form that their attributes require. */
export interface FeedItem {
  values: FeedValues;
  /**
   * The table rows from which the product was read. The products of one group share this array. For a file that is not a table, this is one
   * row with the number of the line and without cells.
   */
  rows: Row[];
  problems: RowProblem[];
}

/** The content of a feed. Each call reads it from the beginning. */
export interface FeedSource {
  rows(): AsyncIterable<Row>;
  text(): AsyncIterable<string>;
  /** Reads the rows once more, for a format that must first find products whose rows are not consecutive. Absent to skip this check. */
  scan?: () => AsyncIterable<Row>;
}

/** Reads a feed as products. Keeps only one product in memory, or the rows of one group of products. */
export type FeedReader = (source: FeedSource) => AsyncGenerator<FeedItem, void, undefined>;

/** Sets a value. Ignores an empty value. */
export function putValue(values: FeedValues, key: string, value: FeedValue): void {
  if (value.length > 0) values.set(key, value);
}

/** Returns a value that is a single string. Returns '' if the value is missing or is not a single string. */
export function textIn(values: FeedValues, key: string): string {
  const value = values.get(key);
  return typeof value === 'string' ? value : '';
}

export const asRows = (value: FeedValue): FeedValues[] =>
  typeof value === 'string'
    ? [new Map([['text', value]])]
    : value.map((one) => (typeof one === 'string' ? new Map([['text', one]]) : one));

export const isRows = (value: FeedValue): value is FeedValues[] =>
  typeof value !== 'string' && value.some((one) => typeof one !== 'string');

export const asList = (value: FeedValue): string[] => (typeof value === 'string' ? [value] : (value as string[])); // the value has no rows

/** Adds another value with the same name. Strings become a list. If one of the values has rows, strings become rows with a `text`. */
export function addValue(values: FeedValues, key: string, value: FeedValue): void {
  if (value.length === 0) return;
  const earlier = values.get(key);
  if (earlier === undefined) values.set(key, value);
  else if (isRows(earlier) || isRows(value)) values.set(key, [...asRows(earlier), ...asRows(value)]);
  else values.set(key, [...asList(earlier), ...asList(value)]);
}

/** Splits a cell into the items of a list, without empty items. A separator after a backslash is part of an item. */
export function splitList(cell: string, separator = ','): string[] {
  const members: string[] = [];
  let member = '';
  for (let at = 0; at < cell.length; at++) {
    if (cell[at] === '\\' && cell[at + 1] === separator) member += cell[++at] ?? '';
    else if (cell[at] === separator) {
      members.push(member);
      member = '';
    } else member += cell[at] ?? '';
  }
  return [...members, member].map((one) => one.trim()).filter((one) => one !== '');
}
