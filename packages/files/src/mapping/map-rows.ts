import type { Row } from '../rows-types.ts';
import { columnPlan } from './column-plan.ts';
import type { Mapping } from './mapping-types.ts';
import { ProductBuilder } from './product-builder.ts';
import { rowProblem, type RowProblem } from './row-problem.ts';
import { createRepeatedRows } from './repeated-rows.ts';
import { findScattered } from './scattered-ids.ts';

/** Maximum number of characters of the rows of one product; the service accepts products of up to 4 MiB. */
const maxProductLength = 4 * 1024 * 1024;

/** A product and the rows from which it comes. It must not be imported if it has problems. */
export interface MappedProduct {
  product: Record<string, unknown>;
  /** The unchanged rows of the file. If the product is too large, only its first rows. */
  rows: Row[];
  problems: RowProblem[];
  /**
   * Returns the number of the table row from which a part of the product was read; undefined if the product has only one row. See
   * `ProductBuilder.rowOf`.
   */
  rowOf: ((path: readonly { key: string; place: number }[]) => number) | undefined;
}

/** A product whose rows are still being collected. */
interface Open {
  id: string;
  builder: ProductBuilder;
  rows: Row[];
  /** An earlier row with the same id and different values, in a table with one row for each product. */
  earlierRow: number | undefined;
}

function finish({ id, builder, rows, earlierRow }: Open, scattered: ReadonlySet<string>): MappedProduct {
  builder.judgeRowNumbers();
  const { problems } = builder;
  const firstRow = rows[0]?.row ?? 0;
  if (id === '') problems.unshift(rowProblem('id-missing', firstRow));
  if (earlierRow !== undefined)
    problems.unshift(rowProblem('row-repeated', firstRow, { value: id, firstRow: earlierRow }));
  if (scattered.has(id)) problems.unshift(rowProblem('rows-apart', firstRow, { value: id }));
  if (builder.length > maxProductLength) problems.unshift(rowProblem('product-too-large', firstRow));
  const rowOf = rows.length > 1 ? builder.rowOf.bind(builder) : undefined;
  return { product: builder.product(), rows, problems, rowOf };
}

/**
 * Converts the rows of a table to products. In tables with lists or composites, consecutive rows with the same id are one product. In other
 * tables, a row that repeats an id with different values has a problem, and the first row is used. Needs memory for one product, and up to
 * 64 bytes for each row of a table without lists and composites.
 * @param scattered ids of products whose rows are not all consecutive
 */
export async function* mapRows(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  scattered: ReadonlySet<string> = new Set(),
): AsyncGenerator<MappedProduct, void, undefined> {
  const plan = columnPlan(mapping);
  const findRepeated = plan.isGrouped ? undefined : createRepeatedRows(plan);
  let open: Open | undefined;
  for await (const row of rows) {
    if (row.row <= mapping.headerRow) continue;
    const id = row.cells[plan.idColumn] ?? '';
    if (open === undefined || !plan.isGrouped || id === '' || id !== open.id) {
      if (open !== undefined) yield finish(open, scattered);
      open = { id, builder: new ProductBuilder(plan, mapping), rows: [], earlierRow: undefined };
    }
    if (open.builder.length > maxProductLength) continue;
    open.rows.push(row);
    open.builder.add(row);
    // a row with problems is not imported, so a later row may repeat its id
    if (id !== '' && open.builder.problems.length === 0) open.earlierRow = findRepeated?.(row);
  }
  if (open !== undefined) yield finish(open, scattered);
}

/**
 * Converts the rows of a table to products, like `mapRows`. Reads a table with lists or composites twice: first to find the products whose
 * rows are not all consecutive, which get a problem.
 * @param open opens the rows from the start
 * @param scan opens the rows for the first reading; default: `open`
 */
export async function* mapTable(
  open: () => AsyncIterable<Row>,
  mapping: Mapping,
  scan: () => AsyncIterable<Row> = open,
): AsyncGenerator<MappedProduct, void, undefined> {
  const { isGrouped, idColumn } = columnPlan(mapping);
  const { headerRow } = mapping;
  yield* mapRows(open(), mapping, isGrouped ? await findScattered(scan(), { headerRow, idColumn }) : undefined);
}
