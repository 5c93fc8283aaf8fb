import { findForeignFormat, firstBytesCount } from '@pimento/contract/first-bytes';
import type { BodyFormat, ProductSink } from './body-frame.ts';
import { createJsonFrame } from './json-frame.ts';
import { createNdjsonFrame } from './ndjson-frame.ts';
import { createUtf8Gate } from './utf8-gate.ts';

export interface ProductSplitter {
  /** Reads a chunk of any size. Delivers all products that end in the chunk before it returns. @throws BodyFaultError */
  push(chunk: Uint8Array): void;
  /** Ends the body. @throws BodyFaultError if the body is incomplete */
  end(): void;
  /** Number of body bytes read so far. */
  readonly bytesRead: number;
}

/**
 * Splits a body into products while it is received. Memory: one product (at most `maxProductBytes`) plus the current chunk.
 *
 * - `json`: `{"products":[…]}`. Other top-level properties are checked and skipped. Each may be as large as a product.
 * - `ndjson`: one value per line, ending with LF or CRLF (optional on the last line). Blank lines are skipped. An empty body is valid and
 * has no products.
 *
 * A BOM at the start is skipped. `onProduct` gets the products in order. Products before a fault are delivered before the fault is thrown.
 * `onProduct` may throw to stop reading (see `malformedWithin` for a product that JSON.parse rejects). After any error, `push` and `end`
 * throw the same error again.
 */
export function createProductSplitter(options: {
  format: BodyFormat;
  maxProductBytes: number;
  onProduct: ProductSink;
}): ProductSplitter {
  const createFrame = options.format === 'json' ? createJsonFrame : createNdjsonFrame;
  const frame = createFrame(options.maxProductBytes, options.onProduct);
  const gate = createUtf8Gate(frame.feed, frame.refuse);
  /** The first bytes of the body, until there are enough to recognise a different format. Undefined afterwards. */
  let first: Buffer | undefined = Buffer.alloc(0);
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

  function pushFirst(bytes: Buffer): void {
    const format = findForeignFormat(bytes);
    if (format !== undefined) frame.refuse(0, { kind: 'foreign-format', format });
    first = undefined;
    if (bytes.length > 0) gate.push(bytes);
  }

  function push(bytes: Buffer): void {
    if (first === undefined) return gate.push(bytes);
    if (first.length + bytes.length < firstBytesCount) first = Buffer.concat([first, bytes]);
    else pushFirst(first.length === 0 ? bytes : Buffer.concat([first, bytes]));
  }

  return {
    push(chunk) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      guard(() => push(bytes));
    },
    end() {
      guard(() => {
        if (first !== undefined) pushFirst(first);
        gate.end();
        frame.end(gate.bytesRead);
      });
    },
    get bytesRead() {
      return gate.bytesRead;
    },
  };
}
