import type { Column } from '../columns/columns-of.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { packWorkbook } from '../xlsx/pack-workbook.ts';
import { sheetChunks } from './sheet-chunks.ts';

/**
 * Writes products as a workbook with one sheet.
 * @throws CannotCarryError at the first product that does not fit. The caller must then discard the output
 */
export async function* writeXlsx(
  products: AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* packWorkbook(sheetChunks(products, columns));
}
