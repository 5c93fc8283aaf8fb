import type { Row } from '../rows-types.ts';
import { type ColumnPlan, columnPlan } from './column-plan.ts';
import { createFlatProducts } from './flat-product.ts';
import type { Mapping } from './mapping-types.ts';
import { ProductBuilder } from './product-builder.ts';
import { rowProblem, type RowProblem } from './row-problem.ts';
import { createRepeatedRows } from './repeated-rows.ts';
import { findScattered } from './scattered-ids.ts';

/** Maximum number of characters of the rows of one product. The service accepts products of up to 4 MiB. */
const maxProductLength = 4 * 1024 * 1024;

/** A product and the rows from which it comes. It must not be imported if it has problems. */
export interface MappedProduct {
  product: Record<string, unknown>;
  /** The unchanged rows of the file. If the product is too large, only its first rows. */
  rows: Row[];
  problems: RowProblem[];
  /**
   * Returns the number of the table row from which a part of the product was read, or undefined if the product has only one row. See
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

const nothing: ReadonlySet<string> = new Set();

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

/** Creates the function that converts the rows of a table with one row for each product; undefined for the rows of the header. */
function createSingleRows(mapping: Mapping, plan: ColumnPlan): (row: Row) => MappedProduct | undefined {
  const findRepeated = createRepeatedRows(plan);
  const flatProduct = createFlatProducts(plan, mapping, maxProductLength);
  let hasUnits = mapping.unitRow === true;
  return (row) => {
    if (row.row <= mapping.headerRow) return undefined;
    if (hasUnits) {
      hasUnits = false;
      return undefined;
    }
    const id = row.cells[plan.idColumn] ?? '';
    const product = id === '' ? undefined : flatProduct?.(row);
    if (product !== undefined) {
      const earlierRow = findRepeated(row);
      const problems =
        earlierRow === undefined ? [] : [rowProblem('row-repeated', row.row, { value: id, firstRow: earlierRow })];
      return { product, rows: [row], problems, rowOf: undefined };
    }
    const builder = new ProductBuilder(plan, mapping);
    builder.add(row);
    // a row that is rejected for its cells is not imported, so it does not count
    const earlierRow = id !== '' && builder.problems.length === 0 ? findRepeated(row) : undefined;
    return finish({ id, builder, rows: [row], earlierRow }, nothing);
  };
}

async function* mapSingleRows(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  plan: ColumnPlan,
): AsyncGenerator<MappedProduct, void, undefined> {
  const mapRow = createSingleRows(mapping, plan);
  for await (const row of rows) {
    const mapped = mapRow(row);
    if (mapped !== undefined) yield mapped;
  }
}

/** Converts the rows of a table with lists or composites. Consecutive rows with the same id are one product. */
async function* mapGroupedRows(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  plan: ColumnPlan,
  scattered: ReadonlySet<string>,
): AsyncGenerator<MappedProduct, void, undefined> {
  let open: Open | undefined;
  let hasUnits = mapping.unitRow === true;
  for await (const row of rows) {
    if (row.row <= mapping.headerRow) continue;
    if (hasUnits) {
      hasUnits = false;
      continue;
    }
    const id = row.cells[plan.idColumn] ?? '';
    const continues = id === '' && mapping.continued === true && open !== undefined;
    if (!continues && (open === undefined || id === '' || id !== open.id)) {
      if (open !== undefined) yield finish(open, scattered);
      open = { id, builder: new ProductBuilder(plan, mapping), rows: [], earlierRow: undefined };
    }
    if (open === undefined || open.builder.length > maxProductLength) continue;
    open.rows.push(row);
    open.builder.add(row);
  }
  if (open !== undefined) yield finish(open, scattered);
}

/**
 * Converts the rows of a table to products. In tables with lists or composites, consecutive rows with the same id are one product. With
 * `continued`, a row without an id continues the product above it. In other tables, a row that repeats an id with other values has a
 * problem. The first row is used. Needs memory for one product, and up to 32 bytes for each row of a table without lists and composites.
 * @param scattered ids of products whose rows are not all consecutive
 */
export function mapRows(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  scattered: ReadonlySet<string> = nothing,
): AsyncGenerator<MappedProduct, void, undefined> {
  const plan = columnPlan(mapping);
  return plan.isGrouped ? mapGroupedRows(rows, mapping, plan, scattered) : mapSingleRows(rows, mapping, plan);
}

async function* scannedRows(
  open: () => AsyncIterable<Row>,
  mapping: Mapping,
  scan: () => AsyncIterable<Row>,
): AsyncGenerator<MappedProduct, void, undefined> {
  const { idColumn } = columnPlan(mapping);
  const { headerRow, continued = false } = mapping;
  yield* mapRows(open(), mapping, await findScattered(scan(), { headerRow, idColumn, continued }));
}

/**
 * Converts the rows of a table to products, like `mapRows`. Reads a table with lists or composites twice, because it must first find the
 * products whose rows are not all consecutive. These products get a problem.
 * @param open opens the rows from the start
 * @param scan opens the rows for the first reading (default `open`)
 */
export function mapTable(
  open: () => AsyncIterable<Row>,
  mapping: Mapping,
  scan: () => AsyncIterable<Row> = open,
): AsyncGenerator<MappedProduct, void, undefined> {
  return columnPlan(mapping).isGrouped ? scannedRows(open, mapping, scan) : mapRows(open(), mapping);
}

async function* singleRowLists(
  lists: AsyncIterable<readonly Row[]>,
  mapping: Mapping,
): AsyncGenerator<MappedProduct[], void, undefined> {
  const mapRow = createSingleRows(mapping, columnPlan(mapping));
  for await (const rows of lists) yield rows.flatMap((row) => mapRow(row) ?? []);
}

async function* eachRow(lists: AsyncIterable<readonly Row[]>): AsyncGenerator<Row, void, undefined> {
  for await (const rows of lists) for (const row of rows) yield row;
}

/** Wraps each value in a list. */
export async function* listOfEach<T>(values: AsyncIterable<T>): AsyncGenerator<T[], void, undefined> {
  for await (const value of values) yield [value];
}

/** Converts the rows of a table to lists of products, like `mapTable`; a table with one row for each product is converted faster. */
export function mapRowLists(
  open: () => AsyncIterable<readonly Row[]>,
  mapping: Mapping,
  scan: () => AsyncIterable<readonly Row[]>,
): AsyncGenerator<MappedProduct[], void, undefined> {
  if (!columnPlan(mapping).isGrouped) return singleRowLists(open(), mapping);
  return listOfEach(
    scannedRows(
      () => eachRow(open()),
      mapping,
      () => eachRow(scan()),
    ),
  );
}
