import type { JsonFault } from '@pimento/contract';
import type { BodyPlace } from './body-fault.ts';

/**
 * One element of `products`, or one line. It can be any JSON value, and its inner syntax is not checked yet. Offset, line and column are
 * the position of the first byte.
 */
export interface ProductSlice extends BodyPlace {
  /**
   * The bytes exactly as sent, without surrounding whitespace. This view is valid only inside the callback. Decode or copy the bytes
   * immediately.
   */
  bytes: Buffer;
  /**
   * Number of colons outside strings, which is the number of properties in all objects. If JSON.parse returns fewer properties, the product
   * has a duplicate key.
   */
  members: number;
  /**
   * Maximum number of nested brackets, or 0 for a string, number or literal. The depth is not limited here, so reject deep products before
   * processing them recursively.
   */
  depth: number;
  /**
   * True if the product exceeds the limit. If so, `bytes` contains only its beginning, and the rest was not checked against the grammar.
   */
  isTooLarge: boolean;
}

export type BodyFormat = 'json' | 'ndjson';

/** Callback that receives the products of a body. */
export type ProductSink = (product: ProductSlice) => void;

/** Reads the UTF-8 chunks of a body in one format. */
export interface BodyFrame {
  /** Reads a chunk that starts at offset `base` of the body. The chunk must not end inside a character. */
  feed: (bytes: Buffer, base: number) => void;
  /** Marks the end of the body at `offset`. */
  end: (offset: number) => void;
  /** Throws the fault at `offset`, or an earlier fault if there is one. */
  refuse: (offset: number, reason: JsonFault) => never;
}
