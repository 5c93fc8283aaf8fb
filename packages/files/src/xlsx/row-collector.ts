import type { CellFault, Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { type CellContext, type RawCell, readCell } from './cell-reader.ts';
import type { ReadCell } from './row-reader.ts';

const maxColumns = 16_384;
/** Maximum number of characters of the cells of one row, as in CSV files. Shared strings count for each cell. */
export const maxRowLength = 16 * 1024 * 1024;

export const tooLong = (row: number) =>
  new FileError('cell-too-large', `Row ${row} has more than 16 million characters.`);

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

/** Collects the rows of a sheet from its cells. */
export class RowCollector {
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
