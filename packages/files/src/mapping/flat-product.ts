import { withoutGuard } from '../csv/formula-guard.ts';
import type { Row } from '../rows-types.ts';
import { cellValue } from './cell-value.ts';
import type { ColumnPlan } from './column-plan.ts';
import type { ColumnMapping, Mapping } from './mapping-types.ts';

/** How a column is used. Without a mapping, its cells become values unchanged. */
interface FlatColumn {
  key: string;
  mapping: ColumnMapping | undefined;
}

/** The cells of a column become values, are ignored, or need a `ProductBuilder` because they belong to a composite. */
type ColumnUse = FlatColumn | 'ignored' | 'composite';

const isPlain = ({ target, typeId, decimal, date }: ColumnMapping): boolean =>
  target?.kind !== 'list' &&
  typeId !== 'id' &&
  typeId !== 'gtin' &&
  typeId !== 'boolean' &&
  decimal === undefined &&
  date === undefined;

/** Returns how each column is used, or undefined if two columns have the same key, or if a key is `__proto__`. */
export function columnUses({ cells, groups, root }: ColumnPlan): ColumnUse[] | undefined {
  const keys = cells.flatMap((plan) => (plan?.group === root ? [plan.key] : []));
  if (new Set(keys).size < keys.length || keys.includes('__proto__')) return undefined;
  const rowColumns = new Set(groups.map(({ rowColumn }) => rowColumn));
  return cells.map((plan, column) => {
    if (plan === undefined) return rowColumns.has(column) ? 'composite' : 'ignored';
    if (plan.group !== root) return 'composite';
    return { key: plan.key, mapping: isPlain(plan.mapping) ? undefined : plan.mapping };
  });
}

/**
 * Creates a function that converts the only row of a product. Unlike a `ProductBuilder`, the function creates no maps. It returns undefined
 * for each row that could have a problem, or that has values of a composite. Such a row needs a `ProductBuilder`.
 * @param maxLength maximum number of characters of all cells of a product
 * @returns undefined if every row needs a `ProductBuilder`
 */
export function createFlatProducts(
  plan: ColumnPlan,
  { columns, guarded, exact, empty }: Mapping,
  maxLength: number,
): ((row: Row) => Record<string, unknown> | undefined) | undefined {
  const uses = empty === 'leave' ? columnUses(plan) : undefined;
  if (uses === undefined) return undefined;
  const isNamed = columns.map(({ header }) => header !== '');
  return ({ cells, faults }) => {
    if (faults !== undefined) return undefined;
    const product: Record<string, unknown> = {};
    let length = 0;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column] ?? '';
      if (cell === '') continue;
      length += cell.length;
      const use = uses[column] ?? 'ignored';
      if (use === 'composite') return undefined;
      if (use === 'ignored') {
        if (isNamed[column] !== true) return undefined;
        continue;
      }
      const text = guarded ? withoutGuard(cell) : cell;
      const read =
        use.mapping === undefined ? { value: text } : cellValue(text, use.mapping, exact === true || text !== cell);
      if ('fault' in read) return undefined;
      product[use.key] = read.value;
    }
    return length > maxLength ? undefined : product;
  };
}
