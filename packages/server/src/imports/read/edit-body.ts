import type { ProductSlice } from './body-frame.ts';
import { findSingleProduct } from './single-product.ts';

/** Yields the chunks again; throws after them if the body broke off. */
async function* replayed(
  chunks: readonly Uint8Array[],
  ended: { error: unknown } | undefined,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  if (ended) throw ended.error;
}

/**
 * Reads a small body to its end. Answers its product if it holds exactly one and nothing else; otherwise the body as it arrived, with its
 * fault if it broke off, so that an import answers it.
 */
export async function readEdit(
  body: AsyncIterable<Uint8Array>,
): Promise<{ product: ProductSlice } | { body: AsyncIterable<Uint8Array> }> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    return { body: replayed(chunks, { error }) };
  }
  const product = findSingleProduct(Buffer.concat(chunks));
  return product ? { product } : { body: replayed(chunks, undefined) };
}
