import type { CellFault, Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';

/** Maximum number of characters of one row. The service accepts products of up to 4 MiB. */
const maxRowLength = 16 * 1024 * 1024;
/** Maximum number of columns of a row, as in workbooks. */
const maxColumns = 16_384;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Splits text into rows of cells. A quoted cell can contain separators, line endings and doubled quotes. */
class RowScanner {
  readonly #separator: number;
  /** The text of rows that are not complete yet. */
  #text = '';
  #at = 0;
  #row = 0;
  /** Unread text is not scanned until it has this length. Otherwise a long row would be scanned again for every chunk. */
  #enough = 0;
  #faults: CellFault[] | undefined;

  /** @param rowsBefore number of rows before the text */
  constructor(delimiter: string, rowsBefore = 0) {
    this.#separator = delimiter.charCodeAt(0);
    this.#row = rowsBefore;
  }

  push(chunk: string): void {
    this.#text = this.#at === this.#text.length ? chunk : this.#text.slice(this.#at) + chunk;
    this.#at = 0;
  }

  /** Returns the next complete rows that are not blank, at most `max`. @param isLast true if no more text follows */
  take(isLast: boolean, max = Infinity): Row[] {
    const rows: Row[] = [];
    if (!isLast && this.#text.length - this.#at < this.#enough) return rows;
    this.#enough = 0;
    while (rows.length < max && this.#at < this.#text.length) {
      const start = this.#at;
      const cells = this.#next(isLast);
      if (cells === undefined) {
        this.#enough = (this.#text.length - this.#at) * 2;
        if (this.#text.length - this.#at > maxRowLength) throw this.#tooLong();
        return rows;
      }
      if (this.#at - start > maxRowLength) throw this.#tooLong();
      this.#row += 1;
      const faults = this.#faults;
      this.#faults = undefined;
      if (cells.some((cell) => cell !== '')) rows.push({ row: this.#row, cells, faults });
    }
    return rows;
  }

  /** Reads one row. Returns undefined if the end of the row has not arrived yet. */
  #next(isLast: boolean): string[] | undefined {
    const text = this.#text;
    const separator = this.#separator;
    const cells: string[] = [];
    this.#faults = undefined;
    let at = this.#at;
    for (;;) {
      if (cells.length >= maxColumns)
        throw new FileError('file-too-large', `Row ${this.#row + 1} has more than ${maxColumns} columns.`);
      const first = text.charCodeAt(at);
      // most cells of wide tables are empty
      if (first === separator) {
        cells.push('');
        at++;
        continue;
      }
      let end: number;
      if (first === quote) {
        const cell = this.#quoted(at, cells.length, isLast);
        if (cell === undefined) return undefined;
        cells.push(cell.text);
        end = cell.end;
      } else {
        end = at;
        for (; end < text.length; end++) {
          const unit = text.charCodeAt(end);
          if (unit === separator || unit === lineFeed || unit === carriageReturn) break;
        }
        if (end === text.length && !isLast) return undefined;
        cells.push(text.slice(at, end));
      }
      if (text.charCodeAt(end) === separator) {
        at = end + 1;
        continue;
      }
      // a line feed may still follow the carriage return
      if (text.charCodeAt(end) === carriageReturn && end + 1 === text.length && !isLast) return undefined;
      this.#at = end + (text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed ? 2 : 1);
      return cells;
    }
  }

  /**
   * Reads a quoted cell that begins at an offset. `end` is the offset of the separator or line ending after it. Returns undefined if its
   * end has not arrived yet.
   */
  #quoted(start: number, column: number, isLast: boolean): { text: string; end: number } | undefined {
    const text = this.#text;
    let cell = '';
    let from = start + 1;
    for (;;) {
      const closing = text.indexOf('"', from);
      if (closing < 0 || (closing + 1 === text.length && !isLast)) {
        if (closing < 0 && isLast) throw this.#notClosed(column);
        return undefined;
      }
      cell += text.slice(from, closing);
      if (text.charCodeAt(closing + 1) !== quote) return this.#afterQuote(cell, closing + 1, column, isLast);
      cell += '"';
      from = closing + 2;
    }
  }

  /** Reads the text between a closing quote and the end of the cell. If there is any, it is recorded as a fault. */
  #afterQuote(cell: string, start: number, column: number, isLast: boolean) {
    const text = this.#text;
    let end = start;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit === this.#separator || unit === lineFeed || unit === carriageReturn) break;
    }
    if (end === text.length && !isLast) return undefined;
    if (end === start) return { text: cell, end };
    const whole = `${cell}${text.slice(start, end)}`;
    (this.#faults ??= []).push({ column, code: 'text-after-quote', value: whole });
    return { text: whole, end };
  }

  #notClosed(column: number): FileError {
    return new FileError(
      'quote-not-closed',
      `The quote that opens in row ${this.#row + 1}, column ${column + 1}, is never closed. Double each quote inside a quoted cell.`,
    );
  }

  #tooLong(): FileError {
    return new FileError(
      'cell-too-large',
      `Row ${this.#row + 1} has more than 16 million characters. A quote may be missing at the end of a cell.`,
    );
  }
}

/**
 * Maximum number of rows in a list. When a list had all rows of a chunk of 64 KB, most rows survived a garbage collection, and collecting
 * them took 30 % of the time of an import.
 */
const listRows = 32;

function* takeLists(scanner: RowScanner, isLast: boolean): Generator<Row[], void, undefined> {
  for (let rows = scanner.take(isLast, listRows); rows.length > 0; rows = scanner.take(isLast, listRows)) {
    yield rows;
    if (rows.length < listRows) return;
  }
}

/**
 * Reads delimited text as rows, in lists. Line endings are CR LF, LF or CR. Keeps only one chunk, an incomplete row and the rows of one
 * list in memory.
 * @param delimiter one character
 * @param rowsBefore number of rows of the file before the text
 * @throws FileError quote-not-closed, cell-too-large, file-too-large, and the errors of the text
 */
export async function* readCsvRows(
  chunks: AsyncIterable<string>,
  delimiter: string,
  rowsBefore = 0,
): AsyncGenerator<Row[], void, undefined> {
  const scanner = new RowScanner(delimiter, rowsBefore);
  for await (const chunk of chunks) {
    scanner.push(chunk);
    yield* takeLists(scanner, false);
  }
  yield* takeLists(scanner, true);
}

/** Reads the only row of a text. Returns undefined if all its cells are empty. @param rowsBefore number of rows of the file before it */
export function readCsvRow(text: string, delimiter: string, rowsBefore: number): Row | undefined {
  const scanner = new RowScanner(delimiter, rowsBefore);
  scanner.push(text);
  return scanner.take(true)[0];
}

/** Reads the complete rows at the beginning of CSV text. @param isWhole true if the text is the whole file */
export function readFirstCsvRows(text: string, delimiter: string, isWhole: boolean): Row[] {
  const scanner = new RowScanner(delimiter);
  scanner.push(text);
  return scanner.take(isWhole);
}
