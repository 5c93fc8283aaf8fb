/** Formats a value as the text of a cell. Replaces control characters with spaces, because the terminal would execute them. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
const widthOf = (text: string) => Array.from(text).length;

/**
 * Formats rows as aligned columns with titles, and truncates lines to the width of the terminal.
 * @param width number of terminal columns, or undefined if there is no terminal, in which case nothing is truncated
 */
export function formatTable(titles: string[], rows: unknown[][], width = terminalWidth()): string {
  const cells = [titles.map((title) => title.toUpperCase()), ...rows.map((row) => row.map(cellText))];
  const widths = titles.map((_title, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => cut(line, width)).join('\n');
}

function cut(line: string, width: number | undefined): string {
  if (width === undefined || widthOf(line) <= width) return line;
  return `${Array.from(line)
    .slice(0, width - 1)
    .join('')}…`;
}

function terminalWidth(): number | undefined {
  return process.stdout.isTTY ? Math.max(40, process.stdout.columns) : undefined;
}
