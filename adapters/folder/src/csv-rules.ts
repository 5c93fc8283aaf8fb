type Row = Record<string, unknown>;

/**
 * Formats rows as CSV (RFC 4180) with a header line and one line per row. Lists and objects are written as JSON. Absent values are empty.
 * Texts that begin with `=`, `+`, `-` or `@` stay as they are, because programs read these files. A spreadsheet must be told to import them
 * as text.
 */
export function formatCsv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => formatCell(Object.hasOwn(row, name) ? row[name] : undefined)));
  return [names.map(formatCell), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
