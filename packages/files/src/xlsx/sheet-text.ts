import { columnLetters } from '../rows-types.ts';
import { xmlText } from './escaped-text.ts';
import { textStyle } from './workbook-parts.ts';

/** Limits of the XLSX format. */
export const sheetLimits = { cellLength: 32_767, columns: 16_384, rows: 1_048_576 } as const;

/** Returns true if a workbook stores and shows a number with exactly these digits. */
const isExactNumber = (text: string): boolean =>
  text.length <= 15 && /^-?\d+(?:\.\d+)?$/.test(text) && String(Number(text)) === text;

/** White space at the ends is kept only if the element requests it. */
const textElement = (text: string): string =>
  /^\s|\s$/.test(text) ? `<t xml:space="preserve">${xmlText(text)}</t>` : `<t>${xmlText(text)}</t>`;

/** Formats rows of a sheet as XML. */
export class SheetText {
  readonly #isNumeric: readonly boolean[];
  readonly #letters: string[];
  #row = 0;

  constructor(isNumeric: readonly boolean[]) {
    this.#isNumeric = isNumeric;
    this.#letters = isNumeric.map((_, column) => columnLetters(column));
  }

  /** Number of rows so far. */
  get rows(): number {
    return this.#row;
  }

  /** @param isHeader true to write all cells as text */
  row(cells: readonly string[], isHeader = false): string {
    const row = ++this.#row;
    let text = `<row r="${row}">`;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column] ?? '';
      if (cell === '') continue;
      const reference = `${this.#letters[column] ?? columnLetters(column)}${row}`;
      if (!isHeader && this.#isNumeric[column] === true && isExactNumber(cell)) {
        text += `<c r="${reference}"><v>${cell}</v></c>`;
      } else {
        text += `<c r="${reference}" s="${textStyle}" t="inlineStr"><is>${textElement(cell)}</is></c>`;
      }
    }
    return `${text}</row>`;
  }
}
