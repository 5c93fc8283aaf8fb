import { parseListText } from '../columns/list-text.ts';
import { decimalText } from './decimal-text.ts';
import type { ColumnMapping } from './mapping-types.ts';
import type { RowProblemCode } from './row-problem.ts';

const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE]\+?\d+$/;

export type CellValue = { value: string | string[] } | { fault: RowProblemCode };

/** Splits a cell into the members of a list. If the separator is not the one of exports, white space around the members is removed. */
const listOf = (cell: string, separator: string | undefined): string[] =>
  separator === undefined ? parseListText(cell) : cell.split(separator).map((member) => member.trim());

/** Converts a cell that is not empty to a value of its column. */
export function cellValue(cell: string, { target, typeId, decimal, separator }: ColumnMapping): CellValue {
  if ((typeId === 'id' || typeId === 'gtin') && scientific.test(cell.trim())) return { fault: 'scientific-notation' };
  if (target?.kind === 'list') {
    const members = listOf(cell, separator);
    if (decimal === undefined) return { value: members };
    const numbers = members.map((member) => decimalText(member, decimal));
    return numbers.includes(undefined) ? { fault: 'number-unreadable' } : { value: numbers as string[] }; // checked by `includes`
  }
  if (decimal === undefined) return { value: cell };
  const number = decimalText(cell, decimal);
  return number === undefined ? { fault: 'number-unreadable' } : { value: number };
}
