/** The exports of this package that need no Node modules. Browsers load them to write tables. */
export { columnLetters } from './rows-types.ts';
export { findForeign, type ForeignFormat } from './recognise/foreign-signs.ts';
export { findJsonFeed } from './recognise/json-signs.ts';
export { type Column, columnsOf } from './columns/columns-of.ts';
export { parseProduct } from './columns/product-json.ts';
export { dateText } from './mapping/date-text.ts';
export { decimalText } from './mapping/decimal-text.ts';
export type { ProductObject } from './columns/product-lines.ts';
export { CannotCarryError, type ExceededLimit } from './write/cannot-carry.ts';
export { sheetChunks } from './write/sheet-chunks.ts';
export { writeCsv } from './write/write-csv.ts';
export { sheetPart, workbookParts } from './xlsx/workbook-parts.ts';
