import type { FeedValues } from '../feed-types.ts';
import { isErrorColumn } from '../mapping/error-columns.ts';
import { rowProblem, type RowProblem } from '../mapping/row-problem.ts';
import { isSeparatorLine, type Row } from '../rows-types.ts';

/** A row of a table, with its cells by header. */
export interface TableRow {
  row: Row;
  /** Non-empty cells by header, in the order of the columns. A header that occurs several times has several cells. */
  cells: Map<string, string[]>;
  problems: RowProblem[];
}

export const cellOf = ({ cells }: TableRow, header: string): string => cells.get(header)?.[0] ?? '';

function tableRow(row: Row, headers: readonly string[]): TableRow {
  const cells = new Map<string, string[]>();
  const problems: RowProblem[] = [];
  for (const { column, code, value } of row.faults ?? [])
    problems.push(rowProblem(code, row.row, { column, header: headers[column], value }));
  for (const [column, cell] of row.cells.entries()) {
    if (cell === '') continue;
    const header = headers[column] ?? '';
    if (isErrorColumn(header)) continue;
    if (header === '') problems.push(rowProblem('cell-without-header', row.row, { column, value: cell }));
    else if (cells.has(header)) cells.get(header)?.push(cell);
    else cells.set(header, [cell]);
  }
  return { row, cells, problems };
}

/**
 * Reads a table with a header row.
 * @param named converts each header to the key of its cells
 * @param isHeader returns true for the header row; by default, the first row is the header. Rows before it are skipped
 */
export async function* readFeedTable(
  rows: AsyncIterable<Row>,
  named: (header: string) => string = (header) => header,
  isHeader: (row: Row) => boolean = () => true,
): AsyncGenerator<TableRow, void, undefined> {
  let headers: string[] | undefined;
  for await (const row of rows) {
    if (headers !== undefined) yield tableRow(row, headers);
    else if (!isSeparatorLine(row) && isHeader(row)) headers = row.cells.map((cell) => named(cell.trim()));
  }
}

/** Adds the cells of all headers that are not skipped and have no value yet. */
export function putCells(
  values: FeedValues,
  cells: ReadonlyMap<string, string[]>,
  skip: (header: string) => boolean,
): void {
  for (const [header, texts] of cells) {
    if (skip(header) || values.has(header)) continue;
    const different = [...new Set(texts)];
    values.set(header, different.length === 1 ? (different[0] ?? '') : different);
  }
}
