import { sameCsvLine, csvStart } from '../csv/csv-text.ts';
import { errorColumns } from '../mapping/error-columns.ts';
import type { Row } from '../rows-types.ts';
import { SheetText } from '../xlsx/sheet-text.ts';
import { packWorkbook } from '../xlsx/pack-workbook.ts';
import { sheetEnd, sheetStart } from '../xlsx/workbook-parts.ts';

export interface RejectedRows {
  rows: readonly Row[];
  reasons: readonly string[];
}

/** Yields the header and the rejected rows. The reasons are in the first row of each product. */
async function* rejectedLines(header: readonly string[], rejected: AsyncIterable<RejectedRows>) {
  const width = header.length;
  yield [...header, ...errorColumns];
  for await (const { rows, reasons } of rejected) {
    for (const [at, { row, cells }] of rows.entries()) {
      const filled = Array.from({ length: Math.max(width, cells.length) }, (_, column) => cells[column] ?? '');
      // Cells beyond the header are written after the reasons, because they belong to no column.
      yield [...filled.slice(0, width), String(row), at === 0 ? reasons.join('\n') : '', ...filled.slice(width)];
    }
  }
}

/**
 * Writes the rejected rows of a table with the columns of the table, the number of the row, and the reasons. If the corrected file is
 * imported again, the added columns are ignored.
 * @param header the cells of the header row
 * @param format the format of the table that the rows come from
 */
export async function* writeRejected(
  header: readonly string[],
  rejected: AsyncIterable<RejectedRows>,
  format: { kind: 'csv' | 'xlsx'; delimiter: string },
): AsyncGenerator<Uint8Array, void, undefined> {
  const lines = rejectedLines(header, rejected);
  if (format.kind === 'csv') {
    yield Buffer.from(csvStart);
    for await (const line of lines) yield Buffer.from(sameCsvLine(line, format.delimiter));
    return;
  }
  const isNumeric = [...header, ...errorColumns].map(() => false);
  async function* sheet() {
    const text = new SheetText(isNumeric);
    yield Buffer.from(sheetStart(isNumeric));
    for await (const line of lines) yield Buffer.from(text.row(line));
    yield Buffer.from(sheetEnd);
  }
  yield* packWorkbook(sheet());
}
