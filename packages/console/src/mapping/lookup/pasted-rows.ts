/** The result of parsing cells that were copied from a spreadsheet. */
export interface PastedRows {
  /** First cell → all cells of the row. */
  rows: Map<string, string[]>;
  /** Numbers of the lines on which unusable rows begin, counted from 1. Such a row has too many cells or lacks a required cell. */
  faults: number[];
  /** First cells that occur in several rows with different other cells. `rows` contains the last of these rows. */
  contradictions: string[];
}

/**
 * Parses rows whose cells are separated by a tab, or by a semicolon if no line has a tab. Blank lines are skipped. Cells in quotation marks
 * can contain separators, line endings and doubled quotation marks, as spreadsheets write them.
 * @param format `columns`: the number of cells. `mayBeEmpty`: cells after the first one may be empty, or be missing at the end
 */
export function readPastedRows(text: string, format: { columns: number; mayBeEmpty: boolean }): PastedRows {
  const separator = text.includes('\t') ? '\t' : ';';
  const read: PastedRows = { rows: new Map(), faults: [], contradictions: [] };
  for (const { cells, line } of rowsOf(text, separator)) {
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.every((cell) => cell === '')) continue;
    const row = fitted(trimmed, format);
    const [key] = row ?? [];
    if (row === undefined || key === undefined) {
      read.faults.push(line);
      continue;
    }
    const before = read.rows.get(key);
    const isOther = before !== undefined && before.some((cell, at) => cell !== row[at]);
    if (isOther && !read.contradictions.includes(key)) read.contradictions.push(key);
    read.rows.set(key, row);
  }
  return read;
}

/** Returns the cells as a row of exactly `columns` cells, or undefined if they do not fit. */
function fitted(
  cells: readonly string[],
  { columns, mayBeEmpty }: { columns: number; mayBeEmpty: boolean },
): string[] | undefined {
  const row = Array.from({ length: columns }, (_, at) => cells[at] ?? '');
  if (cells.slice(columns).some((cell) => cell !== '')) return undefined;
  const isFit = mayBeEmpty ? row[0] !== '' : row.every((cell) => cell !== '');
  return isFit ? row : undefined;
}

interface PastedRow {
  cells: string[];
  /** The line on which the row begins. */
  line: number;
}

function rowsOf(text: string, separator: string): PastedRow[] {
  const rows: PastedRow[] = [];
  let line = 1;
  let row: PastedRow = { cells: [], line };
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.cells.push(cell);
    cell = '';
  };
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  for (let at = 0; at < source.length; at++) {
    const sign = source.charAt(at);
    if (sign === '\n') line += 1;
    if (isQuoted && sign === '"' && source.charAt(at + 1) === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) endCell();
    else if (sign === '\n' && !isQuoted) {
      endCell();
      rows.push(row);
      row = { cells: [], line };
    } else cell += sign;
  }
  endCell();
  return [...rows, row];
}
