import { ByteCells, maxByteCells } from '../csv/byte-cells.ts';
import { type ByteRowReader, readByteRows } from '../csv/byte-rows.ts';
import { readCsvRow } from '../csv/csv-rows.ts';
import { columnPlan } from '../mapping/column-plan.ts';
import { createMapper, type MappedProduct, type RowMapper } from '../mapping/map-rows.ts';
import type { Mapping } from '../mapping/mapping-types.ts';
import type { RepeatedRows } from '../mapping/repeated-rows.ts';
import type { Row } from '../rows-types.ts';
import { CellContents } from './cell-contents.ts';
import { LineChunks } from './line-chunks.ts';
import { QuickLines } from './quick-lines.ts';

/** Callbacks for the products that are written as lines. */
export interface LineReceiver {
  /** Returns the value to write for a product, or undefined to omit the product. */
  lineOf: (product: MappedProduct) => unknown;
  /** Called for each product that is written without `lineOf`. @param row number of its row in the file */
  onLine: (row: number) => void;
}

/** A row whose line is the last one of the current chunk, in a table with lists or composites. Its product may continue in the next row. */
interface Held {
  bytes: Buffer;
  start: number;
  end: number;
  id: string;
  row: number;
  lineBytes: number;
}

/** Writes rows as lines. Rows that `QuickLines` cannot write are decoded and mapped. */
class QuickRows implements ByteRowReader {
  readonly chunks: LineChunks;
  row = 0;
  readonly #cells: ByteCells;
  readonly #delimiter: string;
  readonly #quick: QuickLines;
  readonly #mapper: RowMapper;
  readonly #repeated: RepeatedRows | undefined;
  readonly #contents = new CellContents();
  readonly #receiver: LineReceiver;
  readonly #headerRow: number;
  readonly #idColumn: number;
  readonly #scattered: ReadonlySet<string>;
  #held: Held | undefined;
  /** Id of the product whose rows the mapper is collecting, or undefined if there is none. */
  #openId: string | undefined;

  constructor(table: QuickTable, receiver: LineReceiver, chunkBytes: number) {
    this.chunks = new LineChunks(chunkBytes);
    this.#cells = new ByteCells(table.delimiter);
    this.#delimiter = table.delimiter;
    this.#quick = table.quick;
    this.#mapper = table.mapper;
    this.#repeated = table.mapper.repeated;
    this.#receiver = receiver;
    this.#headerRow = table.mapping.headerRow;
    this.#idColumn = table.idColumn;
    this.#scattered = table.scattered;
  }

  read(bytes: Buffer, start: number, end: number, isLast: boolean): number {
    let at = start;
    while (at < end) {
      const next = this.#cells.read(bytes, at, end, isLast);
      if (next < 0) break;
      this.row += 1;
      if (this.row > this.#headerRow && !this.#write(bytes, at, next)) {
        const row = readCsvRow(bytes.toString('utf8', at, next), this.#delimiter, this.row - 1);
        if (row !== undefined) this.add(row);
      }
      at = next;
    }
    return at;
  }

  add(row: Row): void {
    if (row.row <= this.#headerRow) return;
    const id = row.cells[this.#idColumn] ?? '';
    if (this.#held?.id === id) this.#reopen(this.#held);
    else this.#confirm();
    this.#emit(this.#mapper.add(row));
    if (this.#repeated === undefined) this.#openId = id;
  }

  end(): void {
    this.#confirm();
    this.#emit(this.#mapper.end());
    this.chunks.end();
  }

  /** Writes a row as a line. @returns false if the row must be decoded */
  #write(bytes: Buffer, start: number, end: number): boolean {
    const cells = this.#cells;
    const idColumn = this.#idColumn;
    if (cells.isOdd || idColumn >= cells.count || cells.isEscaped(idColumn)) return false;
    const id = cells.text(bytes, idColumn);
    if (id === '' || id === this.#openId || id === this.#held?.id || this.#scattered.has(id)) return false;
    const maxBytes = this.#quick.maxBytes(end - start);
    if (maxBytes > this.chunks.chunkBytes) return false;
    this.#confirm();
    if (this.#openId !== undefined) this.#emit(this.#mapper.end());
    this.#openId = undefined;
    this.chunks.reserve(maxBytes);
    const lineBytes = this.#quick.write(bytes, cells, this.chunks);
    if (lineBytes === 0) return false;
    if (this.#isRepeated(bytes, id)) return false;
    this.chunks.used += lineBytes;
    if (this.#repeated === undefined) this.#held = { bytes, start, end, id, row: this.row, lineBytes };
    else this.#receiver.onLine(this.row);
    return true;
  }

  /** Returns true if the current row repeats the id of an earlier row with other values, in a table with one row for each product. */
  #isRepeated(bytes: Buffer, id: string): boolean {
    if (this.#repeated === undefined) return false;
    const content = this.#contents.hash(bytes, this.#cells, this.#repeated.columns);
    return this.#repeated.findContent(id, content, this.row) !== undefined;
  }

  /** Reports the product of the held row, because it has no further rows. */
  #confirm(): void {
    if (this.#held !== undefined) this.#receiver.onLine(this.#held.row);
    this.#held = undefined;
  }

  /** Removes the line of the held row, and maps the row, because the next row belongs to the same product. */
  #reopen({ bytes, start, end, row, lineBytes }: Held): void {
    this.#held = undefined;
    this.chunks.used -= lineBytes;
    const decoded = readCsvRow(bytes.toString('utf8', start, end), this.#delimiter, row - 1);
    if (decoded !== undefined) this.#emit(this.#mapper.add(decoded));
  }

  #emit(product: MappedProduct | undefined): void {
    const value = product && this.#receiver.lineOf(product);
    if (value !== undefined) this.chunks.add(JSON.stringify(value));
  }
}

/** A table whose rows can be written without decoding most of them. */
export interface QuickTable {
  delimiter: string;
  mapping: Mapping;
  quick: QuickLines;
  mapper: RowMapper;
  idColumn: number;
  scattered: ReadonlySet<string>;
  /** True if several rows can belong to one product. */
  isGrouped: boolean;
}

/** Prepares a table for `quickText`. Returns undefined if all its rows must be decoded. */
export function quickTable(
  delimiter: string,
  mapping: Mapping,
  scattered: ReadonlySet<string>,
): QuickTable | undefined {
  const plan = columnPlan(mapping);
  const { idColumn } = plan;
  const isSimple = mapping.continued !== true && mapping.unitRow !== true && mapping.columns.length <= maxByteCells;
  const quick = idColumn >= 0 && isSimple ? QuickLines.create(plan, mapping) : undefined;
  const mapper = createMapper(mapping, plan, scattered);
  return quick && { delimiter, mapping, quick, mapper, idColumn, scattered, isGrouped: plan.isGrouped };
}

/**
 * Formats the products of a CSV table in UTF-8 as NDJSON, like `productText`. Rows of plain texts are copied without being decoded, which
 * takes a third of the time.
 * @throws FileError like `readCsvRows` and `decodeText`
 */
export async function* quickText(
  content: AsyncIterable<Uint8Array>,
  table: QuickTable,
  receiver: LineReceiver,
  chunkBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rows = new QuickRows(table, receiver, chunkBytes);
  for await (const _ of readByteRows(content, table.delimiter, rows)) yield* rows.chunks.take();
  rows.end();
  yield* rows.chunks.take();
}
