import { ByteCells } from '../csv/byte-cells.ts';
import { type ByteRowReader, readByteRows } from '../csv/byte-rows.ts';
import { readCsvRow } from '../csv/csv-rows.ts';
import type { Row } from '../rows-types.ts';

/** Reads the ids of a table and skips all other cells. */
class IdRows implements ByteRowReader {
  row = 0;
  /** Rows whose only cell is the id. */
  rows: Row[] = [];
  readonly #cells: ByteCells;
  readonly #delimiter: string;
  readonly #idColumn: number;

  constructor(delimiter: string, idColumn: number) {
    this.#cells = new ByteCells(delimiter);
    this.#delimiter = delimiter;
    this.#idColumn = idColumn;
  }

  read(bytes: Buffer, start: number, end: number, isLast: boolean): number {
    const cells = this.#cells;
    let at = start;
    while (at < end) {
      const next = cells.read(bytes, at, end, isLast);
      if (next < 0) break;
      this.row += 1;
      const isSimple = !cells.isOdd && this.#idColumn < cells.count;
      const id = isSimple ? cells.text(bytes, this.#idColumn) : '';
      if (id !== '') this.rows.push({ row: this.row, cells: [id] });
      else {
        // a blank row is counted but omitted
        const row = readCsvRow(bytes.toString('utf8', at, next), this.#delimiter, this.row - 1);
        if (row !== undefined) this.add(row);
      }
      at = next;
    }
    return at;
  }

  add({ row, cells }: Row): void {
    this.rows.push({ row, cells: [cells[this.#idColumn] ?? ''] });
  }
}

/** Reads the rows of a CSV file in UTF-8 as lists of rows whose only cell is the id. */
export async function* readIdRows(
  content: AsyncIterable<Uint8Array>,
  delimiter: string,
  idColumn: number,
): AsyncGenerator<Row[], void, undefined> {
  const ids = new IdRows(delimiter, idColumn);
  for await (const _ of readByteRows(content, delimiter, ids)) {
    yield ids.rows;
    ids.rows = [];
  }
}
