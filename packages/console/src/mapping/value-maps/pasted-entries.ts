/** The result of parsing cells that were copied from a spreadsheet. */
export interface PastedEntries {
  /** Value → value of the channel. */
  entries: Map<string, string>;
  /** Numbers of the lines that do not have two columns, counted from 1. */
  faults: number[];
  /** Values that occur several times with different channel values. The last one is used. */
  contradictions: string[];
}

/**
 * Parses two columns that are separated by a tab, or by a semicolon if no line has a tab. Blank lines are skipped. Cells in quotation marks
 * may contain separators, line ends and doubled quotation marks, as spreadsheets write them.
 */
export function readPastedEntries(text: string): PastedEntries {
  const separator = text.includes('\t') ? '\t' : ';';
  const read: PastedEntries = { entries: new Map(), faults: [], contradictions: [] };
  for (const { cells, line } of rowsOf(text, separator)) {
    const [from = '', to = '', ...rest] = cells.map((cell) => cell.trim());
    if (from === '' && to === '' && rest.every((cell) => cell === '')) continue;
    if (from === '' || to === '' || rest.some((cell) => cell !== '')) {
      read.faults.push(line);
      continue;
    }
    const before = read.entries.get(from);
    if (before !== undefined && before !== to && !read.contradictions.includes(from)) read.contradictions.push(from);
    read.entries.set(from, to);
  }
  return read;
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
