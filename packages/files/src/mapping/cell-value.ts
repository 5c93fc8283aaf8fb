import { isScientific } from '../csv/scientific-text.ts';
import { parseListText } from '../columns/list-text.ts';
import { dateText } from './date-text.ts';
import { decimalText } from './decimal-text.ts';
import { quantityText, quantityType } from './quantity-text.ts';
import type { ColumnMapping } from './mapping-types.ts';
import type { RowProblemCode } from './row-problem.ts';

export type CellValue = { value: string | string[] } | { fault: RowProblemCode };

/**
 * Splits a cell into the items of a list. Without a separator, the cell has the form of exports. Otherwise, white space around the items is
 * removed.
 */
const listOf = (cell: string, separator: string | undefined): string[] =>
  separator === undefined ? parseListText(cell) : cell.split(separator).map((member) => member.trim());

/** Truth values in any letter case, because spreadsheet programs write `TRUE` and `FALSE` into CSV files. */
const truth = /^(?:true|false)$/i;

/**
 * Converts a number, a quantity, a date or a truth value to the form that the service accepts. Other text stays unchanged. Returns
 * undefined for an unreadable number or date.
 */
function textOf(text: string, { typeId, decimal, date, unit }: ColumnMapping): string | undefined {
  if (typeId === 'boolean') return truth.test(text) ? text.toLowerCase() : text;
  if (decimal !== undefined)
    return typeId === quantityType ? quantityText(text, decimal, unit) : decimalText(text, decimal);
  return date === undefined ? text : dateText(text, date);
}

/**
 * Converts a cell that is not empty to a value of its column.
 * @param isExact true if no spreadsheet program can have changed the text, so that an id may look like a number with an exponent
 */
export function cellValue(cell: string, mapping: ColumnMapping, isExact: boolean): CellValue {
  const { target, typeId, decimal, separator } = mapping;
  if (!isExact && (typeId === 'id' || typeId === 'gtin') && isScientific(cell)) return { fault: 'scientific-notation' };
  const fault = decimal === undefined ? 'date-unreadable' : 'number-unreadable';
  if (target?.kind === 'list') {
    const members = listOf(cell, separator).map((member) => textOf(member, mapping));
    return members.includes(undefined) ? { fault } : { value: members as string[] }; // checked by `includes`
  }
  const text = textOf(cell, mapping);
  return text === undefined ? { fault } : { value: text };
}
