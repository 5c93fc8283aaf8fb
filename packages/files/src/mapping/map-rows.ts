import type { Row } from '../rows-types.ts';
import { type ColumnPlan, columnPlan } from './column-plan.ts';
import { createFlatProducts } from './flat-product.ts';
import type { Mapping } from './mapping-types.ts';
import { maxProblems, ProductBuilder } from './product-builder.ts';
import { rowProblem, type RowProblem } from './row-problem.ts';
import { createRepeatedRows, type RepeatedRows } from './repeated-rows.ts';
import { findScattered } from './scattered-ids.ts';

/** Maximum number of characters of the rows of one product. The service accepts products of up to 4 MiB. */
const maxProductLength = 4 * 1024 * 1024;

/** A product and the rows from which it comes. A product with problems must not be imported. */
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

/** A complete product that a `ProductBuilder` has built. */
interface Built {
  id: string;
  builder: ProductBuilder;
  rows: Row[];
  /** Number of an earlier row with the same id and different values, in a table with one row for each product. */
  earlierRow: number | undefined;
}

const nothing: ReadonlySet<string> = new Set();

function finish({ id, builder, rows, earlierRow }: Built, scattered: ReadonlySet<string>): MappedProduct {
  builder.judgeRowNumbers();
  const { problems } = builder;
  const firstRow = rows[0]?.row ?? 0;
  if (id === '') problems.unshift(rowProblem('id-missing', firstRow));
  if (earlierRow !== undefined)
    problems.unshift(rowProblem('row-repeated', firstRow, { value: id, firstRow: earlierRow }));
  if (scattered.has(id)) problems.unshift(rowProblem('rows-apart', firstRow, { value: id }));
  if (builder.length > maxProductLength) problems.unshift(rowProblem('product-too-large', firstRow));
  problems.splice(maxProblems);
  const rowOf = rows.length > 1 ? builder.rowOf.bind(builder) : undefined;
  return { product: builder.product(), rows, problems, rowOf };
}

/**
 * Creates a function that converts the rows of a table with one row per product. It returns undefined for rows up to the header and for
 * the unit row.
 */
function createSingleRows(
  mapping: Mapping,
  plan: ColumnPlan,
  repeated: RepeatedRows,
): (row: Row) => MappedProduct | undefined {
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
      const earlierRow = repeated.find(row);
      const problems =
        earlierRow === undefined ? [] : [rowProblem('row-repeated', row.row, { value: id, firstRow: earlierRow })];
      return { product, rows: [row], problems, rowOf: undefined };
    }
    const builder = new ProductBuilder(plan, mapping);
    builder.add(row);
    // a row that is rejected because of its cells is not imported, so no later row repeats it
    const earlierRow = id !== '' && builder.problems.length === 0 ? repeated.find(row) : undefined;
    return finish({ id, builder, rows: [row], earlierRow }, nothing);
  };
}

/** A product whose rows are still being collected. It needs a builder from its second row on. */
interface Open {
  id: string;
  builder: ProductBuilder | undefined;
  rows: Row[];
}

/** Converts the rows of a table one by one. */
export interface RowMapper {
  /** Adds a row. @returns the product that it completes */
  add(row: Row): MappedProduct | undefined;
  /** Returns the last product, or undefined if `add` has returned all products. */
  end(): MappedProduct | undefined;
  /** Finds rows that repeat the id of an earlier row. Undefined if several rows can belong to one product. */
  repeated: RepeatedRows | undefined;
}

/** Converts the rows of a table with lists or composites. Consecutive rows with the same id are one product. */
function createGroupedRows(mapping: Mapping, plan: ColumnPlan, scattered: ReadonlySet<string>): RowMapper {
  const flatProduct = createFlatProducts(plan, mapping, maxProductLength);
  let open: Open | undefined;
  let hasUnits = mapping.unitRow === true;

  function built(rows: readonly Row[]): ProductBuilder {
    const builder = new ProductBuilder(plan, mapping);
    for (const row of rows) builder.add(row);
    return builder;
  }

  function close(): MappedProduct | undefined {
    const closed = open;
    open = undefined;
    if (closed === undefined) return undefined;
    const { id, builder, rows } = closed;
    const [first] = rows;
    // most products of most tables have one row without composites, even if the table has columns for them
    const isPlain = first !== undefined && builder === undefined && id !== '' && !scattered.has(id);
    const product = isPlain ? flatProduct?.(first) : undefined;
    if (product !== undefined) return { product, rows, problems: [], rowOf: undefined };
    return finish({ id, builder: builder ?? built(rows), rows, earlierRow: undefined }, scattered);
  }

  return {
    add(row) {
      if (row.row <= mapping.headerRow) return undefined;
      if (hasUnits) {
        hasUnits = false;
        return undefined;
      }
      const id = row.cells[plan.idColumn] ?? '';
      const continues = id === '' && mapping.continued === true;
      if (open === undefined || (!continues && (id === '' || id !== open.id))) {
        const completed = close();
        open = { id, builder: undefined, rows: [row] };
        return completed;
      }
      open.builder ??= built(open.rows);
      if (open.builder.length > maxProductLength) return undefined;
      open.rows.push(row);
      open.builder.add(row);
      return undefined;
    },
    end: close,
    repeated: undefined,
  };
}

export function createMapper(mapping: Mapping, plan: ColumnPlan, scattered: ReadonlySet<string>): RowMapper {
  if (plan.isGrouped) return createGroupedRows(mapping, plan, scattered);
  const repeated = createRepeatedRows(plan);
  return { add: createSingleRows(mapping, plan, repeated), end: () => undefined, repeated };
}

async function* mapLists(
  lists: AsyncIterable<readonly Row[]>,
  mapping: Mapping,
  scattered: ReadonlySet<string> = nothing,
): AsyncGenerator<MappedProduct[], void, undefined> {
  const mapper = createMapper(mapping, columnPlan(mapping), scattered);
  for await (const rows of lists) yield rows.flatMap((row) => mapper.add(row) ?? []);
  const last = mapper.end();
  if (last !== undefined) yield [last];
}

/**
 * Converts the rows of a table to products. In tables with lists or composites, consecutive rows with the same id are one product. With
 * `continued`, a row without an id continues the product above it. In other tables, a row that repeats an id with other values has a
 * problem, and the first row with this id is used. Needs memory for one product, and up to 23 bytes for each row of a table without lists
 * and composites.
 * @param scattered ids of products whose rows are not all consecutive
 */
export async function* mapRows(
  rows: AsyncIterable<Row>,
  mapping: Mapping,
  scattered: ReadonlySet<string> = nothing,
): AsyncGenerator<MappedProduct, void, undefined> {
  for await (const products of mapLists(listOfEach(rows), mapping, scattered)) yield* products;
}

/** Wraps each value in a list. */
export async function* listOfEach<T>(values: AsyncIterable<T>): AsyncGenerator<T[], void, undefined> {
  for await (const value of values) yield [value];
}

/**
 * Converts the rows of a table to lists of products, like `mapRows`. Reads a table with lists or composites twice, because it must first
 * find the products whose rows are not all consecutive. These products get a problem.
 * @param open opens the rows from the start
 * @param scan opens the rows for the first reading
 */
export async function* mapRowLists(
  open: () => AsyncIterable<readonly Row[]>,
  mapping: Mapping,
  scan: () => AsyncIterable<readonly Row[]>,
): AsyncGenerator<MappedProduct[], void, undefined> {
  const { idColumn, isGrouped } = columnPlan(mapping);
  const { headerRow, continued = false } = mapping;
  const scattered = isGrouped ? await findScattered(scan(), { headerRow, idColumn, continued }) : nothing;
  yield* mapLists(open(), mapping, scattered);
}

/**
 * Converts the rows of a table to products, like `mapRowLists`.
 * @param scan opens the rows for the first reading (default `open`)
 */
export async function* mapTable(
  open: () => AsyncIterable<Row>,
  mapping: Mapping,
  scan: () => AsyncIterable<Row> = open,
): AsyncGenerator<MappedProduct, void, undefined> {
  const lists = mapRowLists(
    () => listOfEach(open()),
    mapping,
    () => listOfEach(scan()),
  );
  for await (const products of lists) yield* products;
}
