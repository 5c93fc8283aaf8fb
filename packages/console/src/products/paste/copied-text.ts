import { copyText } from '../../product/values/copy-text.ts';

/** Characters for which a spreadsheet quotes a cell. A quote at the beginning would otherwise open a quoted cell. */
const mustQuote = /[\t\r\n]|^"/;

/**
 * Converts values of one column to text for the clipboard, one cell for each line. Spreadsheets and the product list read it back unchanged.
 * An empty last cell ends with a line end, because readers ignore the line end of the last cell.
 */
export function copiedText(values: readonly unknown[]): string {
  const cells = values.map(copyText);
  const lines = cells.map((text) => (mustQuote.test(text) ? `"${text.replaceAll('"', '""')}"` : text));
  return lines.join('\n') + (cells.at(-1) === '' ? '\n' : '');
}
