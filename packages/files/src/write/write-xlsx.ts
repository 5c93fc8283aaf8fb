import type { Column } from '../columns/columns-of.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { packWorkbook } from '../xlsx/pack-workbook.ts';
import { sheetChunks } from './sheet-chunks.ts';

/**
 * Writes products as a workbook with one sheet.
 * @throws CannotCarryError if there are too many columns, or at the first product that does not fit. Discard the output in this case
 */
export async function* writeXlsx(
  products: AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* packWorkbook(sheetChunks(products, columns));
}
