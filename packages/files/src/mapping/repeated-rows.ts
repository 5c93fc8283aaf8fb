import { crc32 } from 'node:zlib';
import type { Row } from '../rows-types.ts';
import type { ColumnPlan } from './column-plan.ts';
import { IdTable } from './id-table.ts';

/**
 * Hashes the cells that become values. Rows that differ only in ignored columns get the same hash. A loop over the characters of the cells
 * took ten times as long.
 */
function contentOf({ cells }: Row, columns: readonly number[]): number {
  let text = '';
  // the separator distinguishes the cells `a`, `bc` from the cells `ab`, `c`
  for (const column of columns) text += `${cells[column] ?? ''}\u001f`;
  return crc32(text);
}

/**
 * Finds rows that repeat the id of an earlier row, in a table with one row per product. Keeps 18 to 23 bytes of each row in memory.
 * @returns the number of the earlier row if its values differ, or undefined for rows with equal values and for new ids
 */
export function createRepeatedRows({ cells, idColumn }: ColumnPlan): (row: Row) => number | undefined {
  const columns = cells.flatMap((plan, column) => (plan === undefined || column === idColumn ? [] : [column]));
  const first = new IdTable(2);
  return (row) => {
    const content = contentOf(row, columns);
    const earlier = first.add(row.cells[idColumn] ?? '', [content, row.row]);
    return earlier === undefined || earlier[0] === content ? undefined : earlier[1];
  };
}
