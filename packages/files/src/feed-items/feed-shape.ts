import type { FeedValue, FeedValues } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import { asRows, type FeedItem, isRows } from './feed-item.ts';

/** The form of all values with one name in a feed. */
export interface ValueShape {
  isList: boolean;
  /** The names inside the rows, or undefined if no value has rows. */
  rows: FeedShape | undefined;
}
export type FeedShape = Map<string, ValueShape>;

/** Maximum number of different names in a feed. GDSN, the richest format, has about 4,000. */
const maxNames = 20_000;
/** Maximum total number of characters of all different names in a feed. */
const maxNameLength = 4 * 1024 * 1024;
/** Maximum nesting depth of composites that the service accepts. */
const maxDepth = 32;

/** Collects the names that occur in a feed. Their number is limited, because a feed that uses data as names could fill the memory. */
class ShapeScan {
  readonly shape: FeedShape = new Map();
  #count = 0;
  #length = 0;

  add(values: FeedValues, shape = this.shape, depth = 1): void {
    if (depth > maxDepth) throw new FileError('file-too-large', `The feed has more than ${maxDepth} levels of rows.`);
    for (const [key, value] of values) this.#addValue(shape, key, value, depth);
  }

  #addValue(shape: FeedShape, key: string, value: FeedValue, depth: number): void {
    let found = shape.get(key);
    if (found === undefined) {
      found = { isList: false, rows: undefined };
      shape.set(key, found);
      this.#count += 1;
      this.#length += key.length;
      this.#requireLimits();
    }
    if (!isRows(value)) {
      if (typeof value !== 'string') found.isList = true;
      return;
    }
    found.rows ??= new Map();
    for (const row of asRows(value)) this.add(row, found.rows, depth + 1);
  }

  #requireLimits(): void {
    if (this.#count > maxNames)
      throw new FileError('file-too-large', `The feed has more than ${maxNames} different names of attributes.`);
    if (this.#length > maxNameLength)
      throw new FileError(
        'file-too-large',
        `The names of attributes in the feed have more than ${maxNameLength} characters altogether.`,
      );
  }
}

/**
 * Adds the child `text` to each name that has rows in some products and strings in others, because these strings are converted to rows with
 * a `text`.
 */
function addTexts(shape: FeedShape, hasTexts: ReadonlySet<ValueShape>): void {
  for (const found of shape.values()) {
    if (found.rows === undefined) continue;
    if (hasTexts.has(found) && !found.rows.has('text')) found.rows.set('text', { isList: false, rows: undefined });
    addTexts(found.rows, hasTexts);
  }
}

/** Reads a feed to its end and determines for each name whether its values are single strings, lists or rows. */
export async function scanFeed(items: AsyncIterable<FeedItem>): Promise<FeedShape> {
  const scan = new ShapeScan();
  const hasTexts = new Set<ValueShape>();
  const mark = (values: FeedValues, shape: FeedShape): void => {
    for (const [key, value] of values) {
      const found = shape.get(key);
      if (found === undefined) continue;
      if (!isRows(value)) hasTexts.add(found);
      else if (found.rows !== undefined) for (const row of asRows(value)) mark(row, found.rows);
    }
  };
  for await (const { values } of items) {
    scan.add(values);
    mark(values, scan.shape);
  }
  addTexts(scan.shape, hasTexts);
  return scan.shape;
}
