import type { JsonFault } from '@pimento/contract';
import type { BodyPlace } from './body-fault.ts';

/** One element of `products`, or one line; any JSON value, its inner grammar not yet checked. Offset, line and column are those of its first byte. */
export interface ProductSlice extends BodyPlace {
  /** The bytes exactly as sent, without blanks around. A view that is valid only inside the callback: decode or copy at once. */
  bytes: Buffer;
  /** Colons outside strings = members of all objects. More than JSON.parse kept = a duplicate key. */
  members: number;
  /** Levels of brackets, 0 for a string, number or literal. Nothing here limits it: refuse deep products before walking them with recursion. */
  depth: number;
}

export type BodyFormat = 'json' | 'ndjson';

/** Receives the slices of a frame. */
export type ProductSink = (product: ProductSlice) => void;

/** Reads the UTF-8 chunks of a body in one format. */
export interface BodyFrame {
  /** Reads a chunk that starts at `base` in the body and cuts no character. */
  feed: (bytes: Buffer, base: number) => void;
  /** The body ended at `offset`. */
  end: (offset: number) => void;
  /** Throws what ends the body at `offset`, or the fault that comes before it. */
  refuse: (offset: number, reason: JsonFault) => never;
}
