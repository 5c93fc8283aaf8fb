import type { Row } from '../rows-types.ts';
import { FileError } from '../source/file-error.ts';
import { IdTable } from './id-table.ts';

/** Maximum number of products whose rows are not consecutive. A file with more of them is refused as a whole. */
const maxScattered = 100_000;

/**
 * Finds the products whose rows are not all consecutive, for example because the table was sorted by a different column. An import replaces
 * composites and lists as a whole, so each part of such a product would remove the values of the others. Needs 9 to 12 bytes of memory for
 * each id of the table.
 * @param table `idColumn` is the index of the column with the product ids. With `continued`, rows without an id continue the product above
 * @returns the ids of these products
 * @throws FileError if there are more than 100,000
 */
export async function findScattered(
  lists: AsyncIterable<readonly Row[]>,
  { headerRow, idColumn, continued }: { headerRow: number; idColumn: number; continued: boolean },
): Promise<ReadonlySet<string>> {
  const seen = new IdTable();
  const scattered = new Set<string>();
  let last = '';
  const look = ({ row, cells }: Row) => {
    const id = cells[idColumn] ?? '';
    if (row <= headerRow || id === last || (id === '' && continued)) return;
    last = id;
    if (id === '' || seen.add(id) === undefined) return;
    scattered.add(id);
    if (scattered.size > maxScattered)
      throw new FileError(
        'file-damaged',
        'The rows of more than 100,000 products are not next to each other. Sort the table by the column with the ids.',
      );
  };
  for await (const rows of lists) for (const row of rows) look(row);
  seen.release();
  return scattered;
}
