import { withGuard } from './formula-guard.ts';

/** Characters that need quotes: every delimiter that a program may guess, quotes, line endings, and white space at the ends of a cell. */
const mustQuote = /[",;\t\r\n|]|^\s|\s$/;

const quoted = (text: string): string => (mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Formats cells as a CSV line with CR LF. Quotes cells that a program could misread, and guards cells that look like formulas. */
export function csvLine(cells: readonly string[]): string {
  let line = '';
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    line += (at === 0 ? '' : ',') + (cell === '' ? '' : quoted(withGuard(cell)));
  }
  return `${line}\r\n`;
}

/** Formats cells that were read from a CSV file, without changing or guarding them. */
export const sameCsvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => (cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : quoted(cell))).join(delimiter)}\r\n`;

/** Excel reads a CSV file as UTF-8 only with a byte order mark. */
export const csvStart = '\ufeff';

/** Formats cells as a line of a feed. Formulas are not guarded, because feeds are read by programs, not by spreadsheets. */
export const plainCsvLine = (cells: readonly string[], delimiter: string): string =>
  `${cells.map(quoted).join(delimiter)}\r\n`;
