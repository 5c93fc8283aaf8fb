import type { FeedValue, FeedValues } from '../feed-types.ts';
import type { RowProblem } from '../mapping/row-problem.ts';
import type { Row } from '../rows-types.ts';

/** A product as a feed holds it, before its values get the form of the definitions. */
export interface FeedItem {
  values: FeedValues;
  /** The rows of a table that it comes from; products of one group have the same array. Of other files the line, without cells. */
  rows: Row[];
  problems: RowProblem[];
}

/** What a reader reads; each call starts at the beginning of the file. */
export interface FeedSource {
  rows(): AsyncIterable<Row>;
  text(): AsyncIterable<string>;
}

/** Reads a feed as products; memory is that of one product, or of the rows of one group. */
export type FeedReader = (source: FeedSource) => AsyncGenerator<FeedItem, void, undefined>;

/** Puts a value; an empty one is left out. */
export function putValue(values: FeedValues, key: string, value: FeedValue): void {
  if (value.length > 0) values.set(key, value);
}

/** Returns a value that is one text; otherwise an empty text. */
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

export const asList = (value: FeedValue): string[] => (typeof value === 'string' ? [value] : (value as string[])); // not rows

/** Adds one more value of the same name: texts become a list, and texts beside rows become rows with a `text`. */
export function addValue(values: FeedValues, key: string, value: FeedValue): void {
  if (value.length === 0) return;
  const earlier = values.get(key);
  if (earlier === undefined) values.set(key, value);
  else if (isRows(earlier) || isRows(value)) values.set(key, [...asRows(earlier), ...asRows(value)]);
  else values.set(key, [...asList(earlier), ...asList(value)]);
}

/** Splits a cell with members of a list; a backslash before the separator makes it part of a member. */
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
