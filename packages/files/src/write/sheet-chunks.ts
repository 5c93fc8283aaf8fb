import type { Column } from '../columns/columns-of.ts';
import { type ProductObject, ProductLines } from '../columns/product-lines.ts';
import { sheetLimits, SheetText } from '../xlsx/sheet-text.ts';
import { sheetEnd, sheetStart } from '../xlsx/workbook-parts.ts';
import { CannotCarryError } from './cannot-carry.ts';

const chunkLength = 64 * 1024;

/** @throws CannotCarryError if a cell is too long */
function checkLine(line: readonly string[], columns: readonly Column[], id: unknown): void {
  const max = sheetLimits.cellLength;
  for (const [at, cell] of line.entries()) {
    if (cell.length <= max) continue;
    const column = columns[at]?.name ?? '';
    throw new CannotCarryError({ limit: 'cell', column, productId: String(id), length: cell.length, max });
  }
}

/**
 * Writes products as the XML of a sheet.
 * @throws CannotCarryError if there are too many columns, or at the first product that does not fit. Then discard the earlier chunks
 */
export async function* sheetChunks(
  products: AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const { columns: max, rows, cellLength } = sheetLimits;
  if (columns.length > max) throw new CannotCarryError({ limit: 'columns', count: columns.length, max });
  const encoder = new TextEncoder();
  const lines = new ProductLines(columns, cellLength);
  const isNumeric = columns.map((column) => column.isNumeric);
  const sheet = new SheetText(isNumeric);
  const names = columns.map(({ name }) => name);
  let text = sheetStart(isNumeric) + sheet.row(names, true);
  for await (const product of products) {
    for (const line of lines.of(product)) {
      checkLine(line, columns, product['__ID']);
      if (sheet.rows === rows) throw new CannotCarryError({ limit: 'rows', max: rows });
      text += sheet.row(line);
    }
    if (text.length < chunkLength) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text + sheetEnd);
}
