import { ElementText, isPlainXml } from '../xml/plain-text.ts';
import { type ElementReader, skipBlanks } from '../xml/quick-elements.ts';
import type { RawCell } from './cell-reader.ts';
import { StartTag } from './start-tag.ts';

export interface ReadCell extends RawCell {
  /** Reference such as `B7`, or undefined for the cell to the right of the previous one. */
  reference: string | undefined;
}

/**
 * Reads rows in the form in which spreadsheet programs usually write them. Their cells have a value, a formula, or an inline text without
 * formats. The general parser reads all other rows, for example rows with formatted text or comments.
 */
export class RowReader implements ElementReader {
  readonly parent = 'sheetData';
  readonly name = 'row';
  readonly #take: (row: string | undefined, cells: readonly ReadCell[]) => void;
  readonly #tag = new StartTag();
  readonly #text = new ElementText();

  /** @param take is called with the number of each row, if the row has one, and its cells */
  constructor(take: (row: string | undefined, cells: readonly ReadCell[]) => void) {
    this.#take = take;
  }

  read(text: string, from: number, end: number): number {
    if (!isPlainXml(text.slice(from, end))) return -1;
    let at = this.#tag.read(text, from + '<row'.length);
    if (at < 0) return -1;
    const { r: row, isEmpty } = this.#tag;
    const cells: ReadCell[] = [];
    if (!isEmpty) {
      for (at = skipBlanks(text, at); at < end; at = skipBlanks(text, at)) {
        at = this.#readCell(text, at, cells);
        if (at < 0) return -1;
      }
      at += '</row>'.length;
    }
    this.#take(row, cells);
    return at;
  }

  /** The following methods return the offset after the text that they have read, or -1 if the text has a different form. */
  #readCell(text: string, from: number, cells: ReadCell[]): number {
    if (!text.startsWith('<c', from)) return -1;
    const tag = this.#tag;
    let at = tag.read(text, from + 2);
    if (at < 0) return -1;
    const cell: ReadCell = {
      reference: tag.r,
      type: tag.t ?? 'n',
      style: tag.s === undefined ? 0 : Number(tag.s),
      value: '',
      hasValue: false,
      hasFormula: false,
    };
    cells.push(cell);
    if (tag.isEmpty) return at;
    while (!text.startsWith('</c>', at)) {
      at = this.#readPart(text, at, cell);
      if (at < 0) return -1;
    }
    return at + 4;
  }

  /** Reads a value, an inline text or a formula of a cell. */
  #readPart(text: string, from: number, cell: ReadCell): number {
    if (text.startsWith('<v>', from)) return this.#readValue(text, from + 3, '</v>', cell);
    if (text.startsWith('<is><t', from)) {
      const at = this.#tag.read(text, from + '<is><t'.length);
      return at < 0 || this.#tag.isEmpty ? -1 : this.#readValue(text, at, '</t></is>', cell);
    }
    if (!text.startsWith('<f', from)) return -1;
    const at = this.#tag.read(text, from + 2);
    cell.hasFormula = true;
    return at < 0 || this.#tag.isEmpty ? at : this.#text.read(text, at, '</f>');
  }

  #readValue(text: string, from: number, end: string, cell: ReadCell): number {
    // A cell with two values is not read here, because the second value would be appended to the first.
    if (cell.hasValue) return -1;
    const at = this.#text.read(text, from, end);
    cell.hasValue = true;
    cell.value = this.#text.value;
    return at;
  }
}
