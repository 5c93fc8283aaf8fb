import { columnLetters } from '../rows-types.ts';

/** Parameters of each problem of a row, beside row, column and value. */
export type RowProblemCode =
  | 'cell-error'
  | 'formula-without-result'
  | 'digits-lost'
  | 'text-after-quote'
  | 'date-impossible'
  | 'id-missing'
  | 'scientific-notation'
  | 'number-unreadable'
  | 'cell-without-header'
  | 'row-number-invalid'
  | 'row-number-missing'
  | 'rows-differ'
  | 'product-too-large';

/** Why the product of a row cannot be imported. */
export interface RowProblem {
  code: RowProblemCode;
  /** Number of the row as the file counts it, from 1. */
  row: number;
  /** Index of the column, from 0; undefined if the whole row is meant. */
  column?: number | undefined;
  header?: string | undefined;
  /** At most 80 characters of the cell. */
  value?: string | undefined;
  /** The problem and its fix, as sentences for the user. */
  message: string;
}

const sentences: Record<RowProblemCode, string> = {
  'cell-error': 'The cell holds an error of the spreadsheet. Correct or clear it.',
  'formula-without-result': 'The formula has no stored result. Open the workbook in a spreadsheet program and save it.',
  'digits-lost': 'The number is too long for a workbook, which keeps 15 digits. Enter it as text.',
  'text-after-quote': 'Text follows a closing quote. Double each quote inside of a quoted cell.',
  'date-impossible': 'The number is no day of the calendar. Correct the date.',
  'id-missing': 'The row has no product id. Enter one.',
  'scientific-notation':
    'The number is in scientific notation, so digits may be lost. Format the column as text and enter it again.',
  'number-unreadable':
    'The cell holds no number with the decimal sign of its column. Correct the number or the decimal sign.',
  'cell-without-header': 'The column has no header. Add a header or clear the cell.',
  'row-number-invalid': 'The number of a composite row must be a whole number from 1 to 1,000,000.',
  'row-number-missing': 'The value belongs to a composite, but its row has no number in the column with "#".',
  'rows-differ': 'Rows of one product hold different values. Keep one of them.',
  'product-too-large': 'The product has more than 4 MiB.',
};

const shownLength = 80;

/** Creates a problem with its message. */
export function rowProblem(
  code: RowProblemCode,
  row: number,
  at: { column?: number; header?: string | undefined; value?: string | undefined } = {},
): RowProblem {
  const { column, header, value } = at;
  const letters = column === undefined ? '' : `, column ${columnLetters(column)}`;
  const name = header === undefined || header === '' ? '' : ` (${header})`;
  const shown = value === undefined || value === '' ? '' : ` ${JSON.stringify(value.slice(0, shownLength))}`;
  return {
    code,
    row,
    column,
    header,
    value: value?.slice(0, shownLength),
    message: `Row ${row}${letters}${name}${shown}: ${sentences[code]}`,
  };
}
