import type { CellFault, Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { type CellContext, type RawCell, readCell } from './cell-reader.ts';
import { type ReadCell, RowReader } from './row-reader.ts';
import { parseXml, type XmlHandler } from './xml-part.ts';

const maxColumns = 16_384;
/** Maximum number of characters of the cells of one row, as in CSV files. Shared strings are not counted. */
const maxRowLength = 16 * 1024 * 1024;

const tooLong = (row: number) => new FileError('cell-too-large', `Row ${row} has more than 16 million characters.`);

/** Returns the index of the column in a reference such as `AB12`, from 0, or -1 if the reference has no letters. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

class RowCollector {
  /** Complete rows with at least one cell that is not empty. */
  rows: Row[] = [];
  readonly #context: CellContext;
  #row = 0;
  #column = -1;
  #cells: string[] = [];
  #length = 0;
  #isFilled = false;
  #faults: CellFault[] | undefined;

  constructor(context: CellContext) {
    this.#context = context;
  }

  /** Number of the current row, from 1. */
  get row(): number {
    return this.#row;
  }

  /** @param row number of the row, or undefined for the row after the previous one */
  openRow(row: string | undefined): void {
    this.#row = row === undefined ? this.#row + 1 : Number(row);
    this.#column = -1;
    this.#cells = [];
    this.#length = 0;
    this.#isFilled = false;
    this.#faults = undefined;
  }

  /** @param reference reference of the cell, or undefined for the cell to the right of the previous one */
  openCell(reference: string | undefined): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 0 || this.#column >= maxColumns)
      throw new FileError('file-damaged', `Row ${this.#row} has a cell outside of the sheet. Save the workbook again.`);
  }

  closeCell(cell: RawCell): void {
    const content = readCell(cell, this.#context);
    const text = 'text' in content ? content.text : content.value;
    if ('fault' in content) {
      (this.#faults ??= []).push({ column: this.#column, code: content.fault, value: content.value });
    } else if (text === '') return;
    this.#length += text.length;
    if (this.#length > maxRowLength) throw tooLong(this.#row);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
    this.#isFilled = true;
  }

  closeRow(): void {
    if (this.#isFilled) this.rows.push({ row: this.#row, cells: this.#cells, faults: this.#faults });
  }

  addRow(row: string | undefined, cells: readonly ReadCell[]): void {
    this.openRow(row);
    for (const cell of cells) {
      this.openCell(cell.reference);
      this.closeCell(cell);
    }
    this.closeRow();
  }
}

/** Passes the elements of a sheet to a collector. */
class SheetHandler implements XmlHandler {
  readonly #collector: RowCollector;
  #length = 0;
  #cell: RawCell | undefined;
  #isValue = false;
  #phonetic = 0;

  constructor(collector: RowCollector) {
    this.#collector = collector;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes['r']);
    else if (this.#cell === undefined) return;
    else if (name === 'f') this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#phonetic++;
    else if (name === 'v' || (name === 't' && this.#phonetic === 0)) {
      this.#isValue = true;
      this.#cell.hasValue = true;
    }
  }

  text(text: string): void {
    if (!this.#isValue || this.#cell === undefined) return;
    this.#length += text.length;
    if (this.#length > maxRowLength) throw tooLong(this.#collector.row);
    this.#cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#collector.closeRow();
  }

  #openRow(row: string | undefined): void {
    this.#length = 0;
    this.#collector.openRow(row);
  }

  #openCell({ r: reference, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.#collector.openCell(reference);
    this.#cell = { type: type ?? 'n', style: Number(style ?? 0), value: '', hasValue: false, hasFormula: false };
  }

  #closeCell(): void {
    if (this.#cell !== undefined) this.#collector.closeCell(this.#cell);
    this.#cell = undefined;
  }
}

/**
 * Reads the rows of a sheet while its XML arrives, one list for each chunk. Blank rows are omitted. A merged cell has its value in its
 * first cell.
 * @throws FileError file-damaged, cell-too-large
 */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  context: CellContext,
): AsyncGenerator<Row[], void, undefined> {
  const collector = new RowCollector(context);
  const reader = new RowReader((row, cells) => collector.addRow(row, cells));
  const chunks = parseXml(bytes, new SheetHandler(collector), reader);
  for (let isDone = false; !isDone;) {
    isDone = (await chunks.next()).done === true;
    const { rows } = collector;
    collector.rows = [];
    if (rows.length > 0) yield rows;
  }
}
