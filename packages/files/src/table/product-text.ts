import type { MappedProduct } from '../mapping/map-rows.ts';

const usualLength = 64 * 1024;

/**
 * Formats products as NDJSON, one line per product. Only one chunk is in memory.
 * @param lineOf returns the value to write for a product, or undefined to omit the product
 * @param chunkLength minimum number of characters of a chunk, except of the last
 */
export async function* productText(
  lists: AsyncIterable<readonly MappedProduct[]>,
  lineOf: (product: MappedProduct) => unknown,
  chunkLength = usualLength,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const products of lists)
    for (const product of products) {
      const line = lineOf(product);
      if (line === undefined) continue;
      text += `${JSON.stringify(line)}\n`;
      if (text.length < chunkLength) continue;
      yield encoder.encode(text);
      text = '';
    }
  if (text !== '') yield encoder.encode(text);
}
