import type { Column } from '../columns/columns-of.ts';
import { type ProductObject, ProductLines } from '../columns/product-lines.ts';
import { csvLine, csvStart } from '../csv/csv-text.ts';

const chunkLength = 64 * 1024;

/** Writes products as CSV in UTF-8 with a byte order mark. CSV can represent every product. */
export async function* writeCsv(
  products: AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const lines = new ProductLines(columns);
  const encoder = new TextEncoder();
  let text = csvStart + csvLine(columns.map(({ name }) => name));
  for await (const product of products) {
    for (const line of lines.of(product)) text += csvLine(line);
    if (text.length < chunkLength) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
