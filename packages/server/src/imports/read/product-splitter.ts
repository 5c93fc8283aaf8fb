import type { BodyFormat, ProductSink } from './body-frame.ts';
import { createJsonFrame } from './json-frame.ts';
import { createNdjsonFrame } from './ndjson-frame.ts';
import { createUtf8Gate } from './utf8-gate.ts';

export interface ProductSplitter {
  /** Reads a chunk of any size; all products that end in it are delivered before this returns. Throws BodyFaultError. */
  push(chunk: Uint8Array): void;
  /** Ends the body. Throws BodyFaultError if it is incomplete. */
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
