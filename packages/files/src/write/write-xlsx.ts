import type { Column } from '../columns/columns-of.ts';
import { type ProductObject, ProductLines } from '../columns/product-lines.ts';
import { FileError } from '../source/file-error.ts';
import { sheetLimits, SheetText } from '../xlsx/sheet-text.ts';
import { packWorkbook } from '../xlsx/pack-workbook.ts';
import { sheetEnd, sheetStart } from '../xlsx/workbook-parts.ts';

const chunkLength = 64 * 1024;

const cannotCarry = (what: string): FileError =>
  new FileError('format-cannot-carry', `An XLSX file cannot carry this export: ${what}. Export it as CSV or NDJSON.`);

/** @throws FileError format-cannot-carry */
function checkLine(line: readonly string[], columns: readonly Column[], id: unknown): void {
  for (const [column, cell] of line.entries()) {
    if (cell.length <= sheetLimits.cellLength) continue;
    const name = columns[column]?.name ?? '';
    throw cannotCarry(
      `${name} of product ${JSON.stringify(id)} has ${cell.length} characters, and a cell holds ${sheetLimits.cellLength}`,
    );
  }
}

async function* sheetChunks(products: AsyncIterable<ProductObject>, columns: readonly Column[]) {
  const lines = new ProductLines(columns, sheetLimits.cellLength);
  const isNumeric = columns.map((column) => column.isNumeric);
  const sheet = new SheetText(isNumeric);
  const names = columns.map(({ name }) => name);
  let text = sheetStart(isNumeric) + sheet.row(names, true);
  for await (const product of products) {
    for (const line of lines.of(product)) {
      checkLine(line, columns, product['__ID']);
      if (sheet.rows === sheetLimits.rows) throw cannotCarry(`it has more than ${sheetLimits.rows} rows`);
      text += sheet.row(line);
    }
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text + sheetEnd);
}

/**
 * Writes products as a workbook with one sheet.
 * @throws FileError format-cannot-carry at the first product that does not fit; the caller must discard the bytes that were written before
 */
export async function* writeXlsx(
  products: AsyncIterable<ProductObject>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array, void, undefined> {
  if (columns.length > sheetLimits.columns)
    throw cannotCarry(`it has ${columns.length} columns, and a sheet has ${sheetLimits.columns}`);
  yield* packWorkbook(sheetChunks(products, columns));
}
