import type { Row } from '../rows-types.ts';
import type { RepeatedId } from './mapping-types.ts';

/** Headers of columns that contain product ids, most likely first. They are compared in lower case without blanks and punctuation. */
const idHeaders = [
  'id',
  'productid',
  'sku',
  'itemnumber',
  'itemno',
  'articlenumber',
  'articleno',
  'artikelnummer',
  'artikelnr',
  'artnr',
  'materialnumber',
  'materialnummer',
  'materialnr',
  'productcode',
  'partnumber',
  'partno',
  'handle',
  'gtin',
  'ean',
  'ean13',
  'upc',
  'barcode',
  'code',
];
const nameHeaders = [
  'name',
  'title',
  'productname',
  'producttitle',
  'bezeichnung',
  'artikelbezeichnung',
  'produktname',
];

const folded = (header: string): string => header.toLowerCase().replaceAll(/[\s._:#()/-]+/g, '');

/** Returns true for the table of an exported workbook. Its cells are texts, which spreadsheet programs do not change. */
export const isExactTable = (headers: readonly string[], { kind }: { kind?: string | undefined }): boolean =>
  kind === 'xlsx' && headers.includes('__ID');

/** Checks whether a header is usual for a column with product ids. */
export const isIdHeader = (header: string): boolean => idHeaders.includes(folded(header));

const isKey = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => cell !== '') && new Set(cells).size === cells.length;

/**
 * Finds the column with the product ids by its header. The column must have a value in every row, and no value may occur twice.
 * @param samples returns the cells of a column
 */
export function guessIdColumn(headers: readonly string[], samples: (column: number) => string[]): number | undefined {
  const names = headers.map(folded);
  for (const wanted of idHeaders) {
    const column = names.indexOf(wanted);
    if (column >= 0 && isKey(samples(column))) return column;
  }
  return undefined;
}

/**
 * Finds a column that has the header of an id and no empty cell, but contains a value twice. Such a column is not guessed. The user is
 * asked about it.
 */
export function findRepeatedId(headers: readonly string[], rows: readonly Row[]): RepeatedId | undefined {
  const names = headers.map(folded);
  for (const wanted of idHeaders) {
    const column = names.indexOf(wanted);
    if (column < 0 || rows.some(({ cells }) => (cells[column] ?? '') === '')) continue;
    const first = new Map<string, number>();
    for (const { row, cells } of rows) {
      const value = cells[column] ?? '';
      const firstRow = first.get(value);
      if (firstRow !== undefined) return { column, header: headers[column] ?? '', value, firstRow, row };
      first.set(value, row);
    }
  }
  return undefined;
}

/** Finds the column with the product names by its header. */
export function guessNameColumn(headers: readonly string[]): number | undefined {
  const names = headers.map(folded);
  const column = nameHeaders.map((wanted) => names.indexOf(wanted)).find((found) => found >= 0);
  return column;
}
