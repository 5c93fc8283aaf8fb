import { columnLetters } from '../rows-types.ts';
import { maxShown, quotedText, shownText } from '../text/shown-text.ts';

export type RowProblemCode =
  | 'cell-error'
  | 'formula-without-result'
  | 'digits-lost'
  | 'text-after-quote'
  | 'date-impossible'
  | 'id-missing'
  | 'scientific-notation'
  | 'number-unreadable'
  | 'date-unreadable'
  | 'cell-without-header'
  | 'row-number-invalid'
  | 'row-number-missing'
  | 'rows-differ'
  | 'rows-apart'
  | 'row-number-gap'
  | 'row-repeated'
  | 'product-too-large'
  | 'rows-for-text'
  | 'text-for-rows'
  | 'several-values'
  | 'name-repeated'
  | 'group-unreadable'
  | 'group-too-large'
  | 'id-repeated'
  | 'row-deletes';

/** The reason why the product of a row cannot be imported. */
export interface RowProblem {
  code: RowProblemCode;
  /** Number of the row in the file, from 1. */
  row: number;
  /** Index of the column, from 0, or undefined if the problem concerns the whole row. */
  column?: number | undefined;
  header?: string | undefined;
  /** The cell, limited to 80 characters. */
  value?: string | undefined;
  /** For row-repeated: the number of the earlier row. */
  firstRow?: number | undefined;
  /** The problem and its fix, as sentences for the user. */
  message: string;
}

const sentences: Record<RowProblemCode, string> = {
  'cell-error': 'The cell contains a spreadsheet error. Correct or clear it.',
  'formula-without-result': 'The formula has no stored result. Open the workbook in a spreadsheet program and save it.',
  'digits-lost': 'The number is too long for a workbook, which keeps 15 digits. Enter it as text.',
  'text-after-quote': 'Text follows a closing quote. Double each quote inside a quoted cell.',
  'date-impossible': 'The number is not a calendar date. Correct the date.',
  'id-missing': 'The row has no product id. Enter one.',
  'scientific-notation':
    'The number is in scientific notation, so digits may be lost. Format the column as text and enter it again.',
  'number-unreadable':
    'The cell does not contain a number with the decimal sign of its column. Correct the number or the decimal sign.',
  'date-unreadable':
    'The cell does not contain a date in the order of its column. Correct the date or the order of day and month.',
  'cell-without-header': 'The column has no header. Add a header or clear the cell.',
  'row-number-invalid': 'The number of a composite row must be a whole number from 1 to 1,000,000.',
  'row-number-missing': 'The value belongs to a composite, but its row has no number in the column with "#".',
  'rows-differ': 'Rows of one product have different values. Keep one of them.',
  'rows-apart':
    'The rows of the product are not next to each other, and each part would replace the others. Sort the table by the column with the ids.',
  'row-number-gap':
    'Rows of the composite are missing, and an import replaces a composite as a whole. Add them, or number the rows from 1.',
  'row-repeated':
    'Both rows have the same id and different values. Only the first one is used: remove one of them, or correct the id.',
  'product-too-large': 'The product is larger than 4 MiB.',
  'rows-for-text': 'The file has rows, but the attribute of this name has text values. Rename the attribute.',
  'text-for-rows': 'The file has a text, but the attribute of this name has rows. Rename the attribute.',
  'several-values': 'The file has several values, but the attribute takes only one. Make the attribute multi-valued.',
  'name-repeated': 'Another value of the file goes to the same attribute. Rename the attribute.',
  'group-unreadable':
    'The value has more parts than its group has attributes. Put a backslash before ":" and "," in texts.',
  'group-too-large':
    'More than 10,000 rows or 8 million characters belong to one product. Its rows are left out: correct the handles.',
  'id-repeated': 'Another variant of the product has the same id. Correct one of them.',
  'row-deletes':
    'The file asks to delete the product. An import does not delete products: delete the product, or leave it out.',
};

export interface ProblemPlace {
  column?: number | undefined;
  header?: string | undefined;
  value?: string | undefined;
  /** True if the file is not a table, so that its rows are called lines. */
  isLine?: boolean;
  /** For feeds: the id of the product, because several products can come from one row. */
  productId?: string | undefined;
  firstRow?: number | undefined;
}

/** Creates a problem with its message. */
export function rowProblem(code: RowProblemCode, row: number, at: ProblemPlace = {}): RowProblem {
  const { column, header, value, isLine, productId, firstRow } = at;
  const letters = column === undefined ? '' : `, column ${columnLetters(column)}`;
  const name = header === undefined || header === '' ? '' : ` (${shownText(header)})`;
  const shown = value === undefined || value === '' ? '' : ` ${quotedText(value)}`;
  const product = productId === undefined ? '' : `, product ${quotedText(productId)}`;
  const repeats = firstRow === undefined ? '' : `, as row ${firstRow}`;
  return {
    code,
    row,
    column,
    header,
    value: value?.slice(0, maxShown),
    ...(firstRow === undefined ? {} : { firstRow }),
    message: `${isLine === true ? 'Line' : 'Row'} ${row}${letters}${name}${shown}${product}${repeats}: ${sentences[code]}`,
  };
}
