import { type BodyPlace } from './body-fault.ts';
import { createJsonFrame } from './json-frame.ts';
import { createNdjsonFrame } from './ndjson-frame.ts';
import { createUtf8Gate } from './utf8-gate.ts';

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

/** Where a frame hands its slices to. */
export type ProductSink = (product: ProductSlice) => void;

/** Reads the UTF-8 pieces of a body in one format. */
export interface BodyFrame {
  /** Reads a piece that lies at `base` in the body and cuts no character. */
  feed: (bytes: Buffer, base: number) => void;
  /** The body ended at `offset`. */
  end: (offset: number) => void;
  /** Throws what ends the body at `offset`, or the fault that comes before it. */
  refuse: (offset: number, message: string) => never;
}

export interface ProductSplitter {
  /** Reads a chunk of any size; all products that end in it are delivered before this returns. Throws BodyFaultError. */
  push(chunk: Uint8Array): void;
  /** Says that the body is complete. Throws BodyFaultError where it is not. */
  end(): void;
  /** Bytes of the body that were read so far. */
  readonly bytesRead: number;
}

/**
 * Cuts a body into its products while it arrives. Memory: one product (at most `maxProductBytes`) beside the chunk.
 *
 * - `json`: `{"products":[…]}`. Other top-level members are checked, skipped, and may be as large as a product.
 * - `ndjson`: one value a line, LF or CRLF, blank lines skipped, the last line may lack its end. No line at all is a body without products.
 *
 * A BOM at the start is skipped. `onProduct` gets the products in order; those before a fault are delivered before it is thrown.
 * It may throw to end the body (see `malformedWithin` for a product that JSON.parse refuses); after any throw, `push` and `end` throw the same again.
 */
export function createProductSplitter(options: {
  format: BodyFormat;
  maxProductBytes: number;
  onProduct: ProductSink;
}): ProductSplitter {
  const createFrame = options.format === 'json' ? createJsonFrame : createNdjsonFrame;
  const frame = createFrame(options.maxProductBytes, options.onProduct);
  const gate = createUtf8Gate(frame.feed, frame.refuse);
  let ending: { reason: unknown } | undefined;

  function guard(read: () => void): void {
    if (ending !== undefined) throw ending.reason;
    try {
      read();
    } catch (reason) {
      ending = { reason };
      throw reason;
    }
  }

  return {
    push(chunk) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      guard(() => gate.push(bytes));
    },
    end() {
      guard(() => {
        gate.end();
        frame.end(gate.bytesRead);
      });
    },
    get bytesRead() {
      return gate.bytesRead;
    },
  };
}
