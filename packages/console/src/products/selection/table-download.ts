import type { Client } from '@pimento/client';
import { listAttributes } from '@pimento/contract/wire';
import { columnsOf, sheetChunks, writeCsv } from '@pimento/files/browser';
import type { Chosen } from '../../product-query/chosen-ids.ts';
import type { ProductSearch } from '../../product-query/product-search.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { BlobParts } from './blob-parts.ts';
import { chosenProducts } from './chosen-products.ts';

export type TableFormat = 'csv' | 'xlsx';

const contentTypes: Record<TableFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The picture and the date are columns of the grid but not fields of a product. */
const isField = (key: string): boolean => !key.startsWith(':') && key !== '__ID';

/** Creates a stream that reads from a generator only as fast as its own consumer reads. */
function streamOf<T>(chunks: AsyncGenerator<T, void, undefined>): ReadableStream<T> {
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}

/**
 * Saves the selected products as a table with the shown columns. The headers are the same as in every export, so the file can be imported
 * again without a mapping.
 * @param keys the columns of the grid, in order
 * @throws CannotCarryError if the products do not fit in a workbook; nothing is saved then
 */
export async function downloadTable(
  api: Client,
  { search, chosen, keys }: { search: ProductSearch; chosen: Chosen; keys: readonly string[] },
  { format, fileName }: { format: TableFormat; fileName: string },
): Promise<void> {
  // read before the export starts: a child of a composite that is created in between has no column, and writing its value fails
  const { attributes } = await api.call(listAttributes);
  const columns = columnsOf(attributes, keys.filter(isField));
  const fields = [...new Set(columns.map(({ path }) => path[0] ?? ''))].filter((field) => field !== '__ID');
  // an empty list would export all fields, so at least the name is requested
  const products = chosenProducts(api, search, chosen, fields.length === 0 ? ['__NAME'] : fields);
  const parts = new BlobParts();
  if (format === 'csv') for await (const chunk of writeCsv(products, columns)) parts.add(chunk);
  else {
    const { packInBrowser } = await import('./pack-in-browser.ts');
    const output = new WritableStream<Uint8Array<ArrayBuffer>>({ write: (chunk) => parts.add(chunk) });
    await packInBrowser(streamOf(sheetChunks(products, columns)), output);
  }
  saveBlob(parts.blob(contentTypes[format]), fileName);
}
