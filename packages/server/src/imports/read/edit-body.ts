import type { ProductSlice } from './body-frame.ts';
import { type BodyContent, contentOf } from './content-hash.ts';
import { findSingleProduct } from './single-product.ts';

/** Yields the chunks that were already read. Then, if the body was aborted, throws its error. */
async function* replayed(
  chunks: readonly Uint8Array[],
  ended: { error: unknown } | undefined,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  if (ended) throw ended.error;
}

/**
 * Reads a small body to its end. Returns the product if the body has exactly one product and nothing else. Otherwise returns the unchanged
 * body (with its fault if it was aborted), so that it can be processed as an import.
 */
export async function readEdit(
  body: AsyncIterable<Uint8Array>,
): Promise<{ product: ProductSlice; content: BodyContent } | { body: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    return { body: replayed(chunks, { error }) };
  }
  const whole = Buffer.concat(chunks);
  const product = findSingleProduct(whole);
  return product ? { product, content: contentOf(whole) } : { body: replayed(chunks, undefined) };
}
