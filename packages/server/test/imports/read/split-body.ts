import { Buffer } from 'node:buffer';

import { type BodyFault, BodyFaultError, malformedWithin } from '../../../src/imports/read/body-fault.ts';
import { findJsonFault } from '../../../src/imports/read/json-fault.ts';
import type { BodyFormat, ProductSlice } from '../../../src/imports/read/body-frame.ts';
import { createProductSplitter } from '../../../src/imports/read/product-splitter.ts';

/** The result of splitting a whole body, with the products as values and as slices, and the fault at which the splitter stopped. */
export interface SplitBody {
  products: unknown[];
  slices: (Omit<ProductSlice, 'bytes'> & { text: string })[];
  fault: BodyFault | undefined;
  bytesRead: number;
}

/** Placeholder for a product that exceeds the size limit. */
export const tooLarge = 'too large';

/** Sends a body through the splitter in chunks of equal size, and parses each product as the import does. */
export function splitBody(
  body: Uint8Array | string,
  options: { format?: BodyFormat; chunkSize?: number; maxProductBytes?: number } = {},
): SplitBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const result: SplitBody = { products: [], slices: [], fault: undefined, bytesRead: 0 };
  const splitter = createProductSplitter({
    format: options.format ?? 'json',
    maxProductBytes: options.maxProductBytes ?? 1_000_000,
    onProduct(product) {
      result.products.push(product.isTooLarge ? tooLarge : parse(product));
      const { bytes: view, ...rest } = product;
      result.slices.push({ ...rest, text: view.toString() });
    },
  });
  try {
    const chunkSize = options.chunkSize ?? Math.max(bytes.length, 1);
    for (let at = 0; at < bytes.length; at += chunkSize) {
      // Copies the chunk and overwrites the copy afterwards, because socket buffers are reused.
      const chunk = Uint8Array.from(bytes.subarray(at, at + chunkSize));
      splitter.push(chunk);
      chunk.fill(0x3f);
    }
    splitter.end();
  } catch (error) {
    if (!(error instanceof BodyFaultError)) throw error;
    result.fault = error.fault;
  }
  // The count is not compared after a fault, because it then depends on the chunk size.
  result.bytesRead = result.fault === undefined ? splitter.bytesRead : -1;
  return result;
}

function parse(product: ProductSlice): unknown {
  try {
    return JSON.parse(product.bytes.toString());
  } catch {
    const fault = findJsonFault(product.bytes);
    if (fault === undefined) throw new Error(`JSON.parse refused ${product.bytes.toString()}, findJsonFault did not`);
    throw malformedWithin(product, product.bytes, fault);
  }
}

/** Chunk sizes that split tokens and characters at every position. `undefined` means the whole body as one chunk. */
const chunkSizes = [...Array.from({ length: 64 }, (_, index) => index + 1), undefined];

/** Splits the body with every chunk size. Throws if a result differs from the result for the whole body. */
export function splitInAllChunkings(
  body: Uint8Array | string,
  options: { format?: BodyFormat; maxProductBytes?: number } = {},
  assertSame: (actual: SplitBody, expected: SplitBody, message: string) => void,
): SplitBody {
  const whole = splitBody(body, options);
  for (const chunkSize of chunkSizes) {
    if (chunkSize === undefined) continue;
    assertSame(splitBody(body, { ...options, chunkSize }), whole, `in chunks of ${chunkSize} bytes`);
  }
  return whole;
}
