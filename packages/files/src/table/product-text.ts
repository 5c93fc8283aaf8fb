import type { MappedProduct } from '../mapping/map-rows.ts';
import { LineChunks } from './line-chunks.ts';

const usualBytes = 64 * 1024;

/**
 * Formats products as NDJSON, one line per product. Only one chunk is in memory.
 * @param lineOf returns the value to write for a product, or undefined to omit the product
 * @param chunkBytes maximum size of a chunk, unless one line is larger
 */
export async function* productText(
  lists: AsyncIterable<readonly MappedProduct[]>,
  lineOf: (product: MappedProduct) => unknown,
  chunkBytes = usualBytes,
): AsyncGenerator<Uint8Array, void, undefined> {
  const lines = new LineChunks(chunkBytes);
  for await (const products of lists)
    for (const product of products) {
      const value = lineOf(product);
      if (value !== undefined) lines.add(JSON.stringify(value));
      if (lines.full.length > 0) yield* lines.take();
    }
  lines.end();
  yield* lines.take();
}
