import { answerChunks, type Client, type ExportFilter } from '@pimento/client';
import { exportProducts, listAttributes } from '@pimento/contract/wire';
import {
  type Attribute,
  columnsOf,
  type OutFeed,
  parseProduct,
  type ProductObject,
  writeCsv,
  writeFeed,
  writeXlsx,
} from '@pimento/files';
import { type ExportFormat, isOutFeed } from '../../input/export-format.ts';
import { createSpools } from '../../input/product-file.ts';

/** An export as bytes. `count` returns the number of products, which is final only after the content has been read to its end. */
export interface ExportContent {
  content: AsyncIterable<Uint8Array>;
  count: () => number;
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Converts NDJSON lines to a JSON document in the format of the import. */
async function* jsonDocument(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let separator = '{"products":[\n';
  for await (const line of lines) {
    yield encoder.encode(separator + line);
    separator = ',\n';
  }
  yield encoder.encode(separator === ',\n' ? '\n]}\n' : `${separator}]}\n`);
}

/** Writes a feed. Its intermediate data is written to temporary files. */
async function* feedContent(
  products: AsyncIterable<ProductObject>,
  feed: OutFeed,
  attributes: readonly Attribute[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const { spool, remove } = createSpools();
  try {
    yield* writeFeed(products, feed, attributes, spool);
  } finally {
    await remove();
  }
}

/** Returns the function that writes a format, or undefined for JSON formats. The columns come from the current definitions. */
async function writerOf(client: Client, filter: ExportFilter, format: ExportFormat) {
  if (format === 'ndjson' || format === 'json') return undefined;
  const fields = typeof filter.fields === 'string' ? filter.fields.split(',') : filter.fields;
  const { attributes } = await client.call(listAttributes);
  if (isOutFeed(format)) {
    const chosen = attributes.filter(
      ({ id, name }) => fields === undefined || fields.includes(id) || fields.includes(name),
    );
    return (products: AsyncIterable<ProductObject>) => feedContent(products, format, chosen);
  }
  const columns = columnsOf(attributes, fields);
  return (products: AsyncIterable<ProductObject>) => (format === 'csv' ? writeCsv : writeXlsx)(products, columns);
}

/**
 * Opens an export of all products that match the filter.
 * @throws the errors of the client
 * @throws FileError while the export is read, if the format cannot represent a product
 */
export async function openExport(client: Client, filter: ExportFilter, format: ExportFormat): Promise<ExportContent> {
  // The definitions are read before the export starts. If an attribute is created in between, it has no column, and writing its value
  // fails.
  const write = await writerOf(client, filter, format);
  const body = answerChunks(await client.open(exportProducts, { query: filter }));
  let products = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === 0x0a) products += 1;
      yield chunk;
    }
  }
  async function* parsed(): AsyncGenerator<ProductObject, void, undefined> {
    for await (const line of linesOf(bytes)) yield parseProduct(line);
  }
  const bytes = counted(body);
  const content = write?.(parsed()) ?? (format === 'json' ? jsonDocument(linesOf(bytes)) : bytes);
  return { content, count: () => products };
}
