type Row = Record<string, unknown>;

/** Rows as RFC 4180: a line of names, then one line a row. What is no plain value is written as JSON; what is absent is empty. */
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
