import { parseExact } from '../columns/product-json.ts';
import type { FeedValue, FeedValues } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import type { JsonItem } from './json-items.ts';
import { putValue } from './feed-item.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses one product; numbers become texts with all their digits. @throws FileError file-damaged */
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

/** Turns a JSON value into a text, a list, or rows; empty for null and for what is empty. */
export function jsonValue(value: unknown): FeedValue {
  if (Array.isArray(value)) return listValue(value as unknown[]); // members are judged one by one
  if (isObject(value)) return rowOf(value);
  return scalarText(value) ?? '';
}

/** Turns the members of an object into values by name. */
export function objectValues(object: JsonObject, skip: (key: string) => boolean = () => false): FeedValues {
  const values: FeedValues = new Map();
  for (const key of Object.keys(object)) if (!skip(key)) putValue(values, key, jsonValue(object[key]));
  return values;
}
