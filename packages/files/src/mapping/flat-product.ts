import { withoutGuard } from '../csv/formula-guard.ts';
import type { Row } from '../rows-types.ts';
import { cellValue } from './cell-value.ts';
import type { ColumnPlan } from './column-plan.ts';
import type { ColumnMapping, Mapping } from './mapping-types.ts';

/** The use of a column; undefined mapping: its cells become values as they are. */
interface FlatColumn {
  key: string;
  mapping: ColumnMapping | undefined;
}

const isPlain = ({ typeId, decimal, date }: ColumnMapping): boolean =>
  typeId !== 'id' && typeId !== 'gtin' && decimal === undefined && date === undefined;

/** Lists the uses of the columns; undefined if two columns have the same key, or a key that an object cannot have as a plain member. */
function flatColumns({ cells }: ColumnPlan): (FlatColumn | undefined)[] | undefined {
  const keys = cells.flatMap((plan) => (plan === undefined ? [] : [plan.key]));
  if (new Set(keys).size < keys.length || keys.includes('__proto__')) return undefined;
  return cells.map((plan) => plan && { key: plan.key, mapping: isPlain(plan.mapping) ? undefined : plan.mapping });
}

/**
 * Creates the function that converts a row of a table with one row for each product. It makes no maps as a `ProductBuilder` does, and
 * leaves every row to it that could have a problem.
 * @param maxLength of the cells of a product, in characters
 * @returns undefined if the table needs a `ProductBuilder`; the function returns undefined if the row does
 */
export function createFlatProducts(
  plan: ColumnPlan,
  { columns, guarded, empty }: Mapping,
  maxLength: number,
): ((row: Row) => Record<string, unknown> | undefined) | undefined {
  const uses = plan.isGrouped || empty !== 'leave' ? undefined : flatColumns(plan);
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
      const use = uses[column];
      if (use === undefined) {
        if (isNamed[column] !== true) return undefined;
        continue;
      }
      const text = guarded ? withoutGuard(cell) : cell;
      const read = use.mapping === undefined ? { value: text } : cellValue(text, use.mapping);
      if ('fault' in read) return undefined;
      product[use.key] = read.value;
    }
    return length > maxLength ? undefined : product;
  };
}
