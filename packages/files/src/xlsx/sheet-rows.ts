import type { CellFault, Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { type CellContext, type RawCell, readCell } from './cell-reader.ts';
import { parseXml, type XmlHandler } from './xml-part.ts';

const maxColumns = 16_384;
/** Maximum number of characters of the cells of one row, as in CSV files. */
const maxRowLength = 16 * 1024 * 1024;

/** Returns the index of the column in a reference such as `AB12`, from 0; -1 if the reference has no letters. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

/** Collects the rows of a sheet from its XML. */
class SheetHandler implements XmlHandler {
  /** Complete rows that are not blank. */
  rows: Row[] = [];
  readonly #context: CellContext;
  #row = 0;
  #column = -1;
  #cells: string[] = [];
  #length = 0;
  #isFilled = false;
  #faults: CellFault[] | undefined;
  #cell: RawCell | undefined;
  #isValue = false;
  #phonetic = 0;

  constructor(context: CellContext) {
    this.#context = context;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
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
    if (this.#length > maxRowLength)
      throw new FileError('cell-too-large', `Row ${this.#row} has more than 16 million characters.`);
    this.#cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phonetic--;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    this.#row = Number(attributes['r'] ?? this.#row + 1);
    this.#column = -1;
    this.#cells = [];
    this.#length = 0;
    this.#isFilled = false;
    this.#faults = undefined;
  }

  #openCell({ r: reference, t: type, s: style }: Readonly<Record<string, string>>): void {
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 0 || this.#column >= maxColumns)
      throw new FileError('file-damaged', `Row ${this.#row} has a cell outside of the sheet. Save the workbook again.`);
    this.#cell = { type: type ?? 'n', style: Number(style ?? 0), value: '', hasValue: false, hasFormula: false };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    const content = readCell(cell, this.#context);
    const text = 'text' in content ? content.text : content.value;
    if ('fault' in content) {
      (this.#faults ??= []).push({ column: this.#column, code: content.fault, value: content.value });
    } else if (text === '') return;
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
    this.#isFilled = true;
  }

  #closeRow(): void {
    if (this.#isFilled) this.rows.push({ row: this.#row, cells: this.#cells, faults: this.#faults });
  }
}

/**
 * Reads the rows of a sheet as its XML arrives. Blank rows are omitted; a merged cell has its value in its first cell.
 * @throws FileError file-damaged, cell-too-large
 */
export async function* readSheetRows(
  bytes: AsyncIterable<Uint8Array>,
  context: CellContext,
): AsyncGenerator<Row, void, undefined> {
  const handler = new SheetHandler(context);
  const chunks = parseXml(bytes, handler);
  for (let isDone = false; !isDone;) {
    isDone = (await chunks.next()).done === true;
    const { rows } = handler;
    handler.rows = [];
    for (const row of rows) yield row;
  }
}
