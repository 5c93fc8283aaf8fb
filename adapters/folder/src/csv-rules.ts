type Row = Record<string, unknown>;

/** First characters of a text that spreadsheets run as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * Formats rows as CSV (RFC 4180) with a header line and one line per row. Lists and objects are written as JSON. Absent values are empty.
 * Text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, like a formula, stays unchanged, because programs read these files.
 * With `spreadsheetSafe`, an apostrophe is put before such text.
 */
export function formatCsv(rows: readonly Row[], { spreadsheetSafe = false } = {}): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown) => formatCell(textOf(value, spreadsheetSafe));
  const lines = rows.map((row) => names.map((name) => cell(Object.hasOwn(row, name) ? row[name] : undefined)));
  return [names.map(cell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function textOf(value: unknown, spreadsheetSafe: boolean): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return spreadsheetSafe && formulaStart.test(text) ? `'${text}` : text;
}

const formatCell = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
