import { parseExact } from '../columns/product-json.ts';
import type { FeedValue, FeedValues } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import type { JsonItem } from './json-items.ts';
import { putValue } from './feed-item.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses one product. Numbers become strings, so that no digit is lost. @throws FileError file-damaged */
export function parseItem({ text, line }: JsonItem): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'invalid JSON';
    throw new FileError('file-damaged', `The product in line ${line} is not JSON: ${reason}`, error);
  }
}

const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : undefined;

function listValue(members: readonly unknown[]): FeedValue {
  const known = members.filter((member) => member !== null && member !== undefined);
  const texts = known.map(scalarText);
  if (!texts.includes(undefined)) return texts.filter((text) => text !== undefined);
  return known.flatMap((member): FeedValues[] => {
    if (isObject(member)) return rowOf(member);
    const row: FeedValues = new Map();
    putValue(row, 'text', jsonValue(member));
    return row.size === 0 ? [] : [row];
  });
}

const rowOf = (object: JsonObject): FeedValues[] => {
  const row = objectValues(object);
  return row.size === 0 ? [] : [row];
};

/** Converts a JSON value to a string, a list, or rows. Null becomes '', and an empty list or object becomes an empty list. */
export function jsonValue(value: unknown): FeedValue {
  if (Array.isArray(value)) return listValue(value as unknown[]); // the elements are checked one by one
  if (isObject(value)) return rowOf(value);
  return scalarText(value) ?? '';
}

/** Converts the properties of an object to values by name. */
export function objectValues(object: JsonObject, skip: (key: string) => boolean = () => false): FeedValues {
  const values: FeedValues = new Map();
  for (const key of Object.keys(object)) if (!skip(key)) putValue(values, key, jsonValue(object[key]));
  return values;
}
