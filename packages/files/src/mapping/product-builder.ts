import type { Row } from '../rows-types.ts';
import { withoutGuard } from '../csv/formula-guard.ts';
import { cellValue } from './cell-value.ts';
import type { ColumnPlan, Group } from './column-plan.ts';
import type { Mapping } from './mapping-types.ts';
import { rowProblem, type RowProblem, type RowProblemCode } from './row-problem.ts';

const maxRowNumber = 1_000_000;
/** Maximum number of problems that are reported for a product. More would not help the user. */
export const maxProblems = 50;

/** A product, or a row of a composite, that is being built. */
interface Container {
  values: Map<string, string | string[]>;
  rows: Map<Group, Map<number, Container>>;
  /** Number of the first table row from which this part was read, or 0 as long as a product has no rows. */
  row: number;
}

const emptyContainer = (row: number): Container => ({ values: new Map(), rows: new Map(), row });

/** Creates an object without a prototype, because a name can be `__proto__`. */
function objectOf(container: Container): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>; // an object without a prototype has no properties yet
  for (const [key, value] of container.values) object[key] = value;
  for (const [group, rows] of container.rows)
    object[group.key] = [...rows].sort(([a], [b]) => a - b).map(([, row]) => objectOf(row));
  return object;
}

/** Builds one product from the rows of a table that belong to it. */
export class ProductBuilder {
  readonly problems: RowProblem[] = [];
  /** Number of characters of all cells. */
  length = 0;
  readonly #plan: ColumnPlan;
  readonly #mapping: Mapping;
  readonly #product = emptyContainer(0);
  /** The containers into which the current row of the table is written. */
  #current = new Map<Group, Container | undefined>();

  constructor(plan: ColumnPlan, mapping: Mapping) {
    this.#plan = plan;
    this.#mapping = mapping;
  }

  add(row: Row): void {
    const cells = row.cells;
    if (this.#product.row === 0) this.#product.row = row.row;
    for (const fault of row.faults ?? [])
      if (this.#plan.cells[fault.column] !== undefined) this.#report(fault.code, row, fault.column, fault.value);
    this.#current = new Map([[this.#plan.root, this.#product]]);
    for (const group of this.#plan.groups)
      if (group.rowColumn >= 0 && (cells[group.rowColumn] ?? '') !== '') this.#containerOf(group, row);
    const { columns } = this.#mapping;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column] ?? '';
      if (cell === '') continue;
      this.length += cell.length;
      const plan = this.#plan.cells[column];
      if (plan !== undefined) this.#put(plan, cell, row, column);
      else if ((columns[column]?.header ?? '') === '') this.#putUnnamed(row, column, cell);
    }
  }

  /** Reports composites whose rows are not numbered 1, 2, 3 and so on, because an import would remove the missing rows. */
  judgeRowNumbers(container = this.#product): void {
    for (const [group, rows] of container.rows) {
      const numbers = [...rows.keys()].sort((a, b) => a - b);
      const gap = group.rowColumn < 0 ? -1 : numbers.findIndex((number, at) => number !== at + 1);
      const number = numbers[gap];
      if (number !== undefined) {
        const row = { row: rows.get(number)?.row ?? 0, cells: [] };
        this.#report('row-number-gap', row, group.rowColumn, String(number));
      }
      for (const row of rows.values()) this.judgeRowNumbers(row);
    }
  }

  /** Returns the product in the import format. If empty cells clear values, mapped attributes without a value are null. */
  product(): Record<string, unknown> {
    const product = objectOf(this.#product);
    if (this.#mapping.empty === 'leave') return product;
    for (const cell of this.#plan.cells)
      if (cell?.group === this.#plan.root && !(cell.key in product)) product[cell.key] = null;
    for (const { parent, key } of this.#plan.groups)
      if (parent === this.#plan.root && !(key in product)) product[key] = null;
    return product;
  }

  /**
   * Returns the number of the table row from which a part of the product was read. For a row of a composite, this is the table row in which
   * it begins.
   * @param path keys of composites from the product down, each with the index of a row
   */
  rowOf(path: readonly { key: string; place: number }[]): number {
    let container = this.#product;
    for (const { key, place } of path) {
      const [, rows] = [...container.rows].find(([group]) => group.key === key) ?? [];
      const inner = [...(rows ?? [])].sort(([a], [b]) => a - b)[place]?.[1];
      if (inner === undefined) break;
      container = inner;
    }
    return container.row;
  }

  #report(code: RowProblemCode, { row }: Row, column: number, value: string): void {
    if (this.problems.length === maxProblems) return;
    this.problems.push(rowProblem(code, row, { column, header: this.#mapping.columns[column]?.header, value }));
  }

  /** Reports a cell in a column without a header, unless the user chose to ignore the column. */
  #putUnnamed(row: Row, column: number, cell: string): void {
    if (this.#mapping.columns[column]?.reason !== 'ignored as chosen')
      this.#report('cell-without-header', row, column, cell);
  }

  #put(
    { mapping, group, key }: NonNullable<ColumnPlan['cells'][number]>,
    cell: string,
    row: Row,
    column: number,
  ): void {
    const { guarded, exact } = this.#mapping;
    const text = guarded ? withoutGuard(cell) : cell;
    const container = this.#containerOf(group, row);
    if (container === undefined) {
      if (group.rowColumn >= 0 && (row.cells[group.rowColumn] ?? '') === '')
        this.#report('row-number-missing', row, column, text);
      return;
    }
    const read = cellValue(text, mapping, exact === true || text !== cell);
    if ('fault' in read) {
      this.#report(read.fault, row, column, text);
      return;
    }
    const earlier = container.values.get(key);
    if (earlier === undefined) container.values.set(key, read.value);
    else if (Array.isArray(earlier) && Array.isArray(read.value)) earlier.push(...read.value);
    else if (earlier !== read.value) this.#report('rows-differ', row, column, text);
  }

  /** Returns the row of a composite to which a table row belongs, or undefined if this row cannot be determined. */
  #containerOf(group: Group, row: Row): Container | undefined {
    if (this.#current.has(group)) return this.#current.get(group);
    const parent = group.parent === undefined ? this.#product : this.#containerOf(group.parent, row);
    const container = parent === undefined ? undefined : this.#rowOf(parent, group, row);
    this.#current.set(group, container);
    return container;
  }

  #rowOf(parent: Container, group: Group, row: Row): Container | undefined {
    const rows = parent.rows.get(group) ?? new Map<number, Container>();
    const number = group.rowColumn < 0 ? this.#nextNumber(rows, group, row) : this.#readNumber(group, row);
    if (number === undefined) return undefined;
    const container = rows.get(number) ?? emptyContainer(row.row);
    rows.set(number, container);
    parent.rows.set(group, rows);
    return container;
  }

  /**
   * Returns the row number for a composite without a column of row numbers. This is a new number if the table row has a value for the
   * composite, otherwise the last number.
   */
  #nextNumber(rows: Map<number, Container>, group: Group, { cells }: Row): number {
    const isNew = group.columns.some((column) => (cells[column] ?? '') !== '');
    return isNew || rows.size === 0 ? rows.size + 1 : rows.size;
  }

  #readNumber(group: Group, row: Row): number | undefined {
    const text = row.cells[group.rowColumn] ?? '';
    if (text === '') return undefined;
    const number = Number(text);
    if (Number.isInteger(number) && number >= 1 && number <= maxRowNumber) return number;
    this.#report('row-number-invalid', row, group.rowColumn, text);
    return undefined;
  }
}
