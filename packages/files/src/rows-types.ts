/** The reason why the value of a cell cannot be used. The product in the row of the cell is rejected with this reason. */
export interface CellFault {
  /** Index of the column, from 0. */
  column: number;
  code: 'cell-error' | 'formula-without-result' | 'digits-lost' | 'text-after-quote' | 'date-impossible';
  /** The content of the cell in the file. */
  value: string;
}

/** One row of a table. Blank rows are omitted but counted. */
export interface Row {
  /** Number of the row in the file, from 1. Line endings inside quotes do not count. */
  row: number;
  cells: string[];
  faults?: CellFault[] | undefined;
}

/** Returns true if a row is the line `sep=` with which Excel states the delimiter at the start of a CSV file. */
export const isSeparatorLine = ({ row, cells }: Row): boolean => row === 1 && /^"?sep=/.test(cells[0] ?? '');

/** Returns the name of a column in spreadsheet notation: A, B, …, Z, AA. @param column from 0 */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
