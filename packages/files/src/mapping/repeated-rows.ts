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

/** Finds rows that repeat the id of an earlier row. Both methods record a new id. */
export interface RepeatedRows {
  /** Indexes of the columns that become values, except the column of the ids. */
  readonly columns: readonly number[];
  /** Returns the number of the earlier row if its values differ, or undefined for rows with equal values and for new ids. */
  find(row: Row): number | undefined;
  /** The same for a row of which only the hash is known: CRC-32 of the cells of `columns`, each followed by U+001F, in UTF-8. */
  findContent(id: string, content: number, row: number): number | undefined;
}

/** Finds repeated rows in a table with one row per product. Keeps 18 to 23 bytes for each id in memory. */
export function createRepeatedRows({ cells, idColumn }: ColumnPlan): RepeatedRows {
  const columns = cells.flatMap((plan, column) => (plan === undefined || column === idColumn ? [] : [column]));
  const first = new IdTable(2);
  function findContent(id: string, content: number, row: number): number | undefined {
    const earlier = first.add(id, [content, row]);
    return earlier === undefined || earlier[0] === content ? undefined : earlier[1];
  }
  return {
    columns,
    find: (row) => findContent(row.cells[idColumn] ?? '', contentOf(row, columns), row.row),
    findContent,
  };
}
