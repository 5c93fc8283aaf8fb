import type { ItemProblem } from '@pimento/contract';
import { columnLetters, type MappedProduct, type Mapping } from '@pimento/files';
import { toStorableText } from '../../platform/core.ts';
import type { ProductOrigins } from '../judge/import-types.ts';
import { createCellFinder } from './cell-place-rules.ts';
import { rowItemProblem } from './row-problem-rules.ts';

/** The origin of a product, kept until the product is stored. */
interface Origin {
  row: number;
  rowOf: MappedProduct['rowOf'];
  problems: ItemProblem[] | undefined;
}

/** Replaces a product whose rows have problems. The problems reject it, so this placeholder is never judged. */
const rejectedProduct = {};

const shownValue = 80;

/** Records the origin of each product while the table is read. */
export interface RowOrigins extends ProductOrigins {
  /** Records the next product and returns the product to import, or a placeholder if its rows have problems. */
  readonly lineOf: (product: MappedProduct) => unknown;
  addBytes(bytes: number): void;
}

/**
 * Creates the recorder of origins for a table. It only remembers products that were read but are not stored yet.
 * @param handled number of products at the start of the table that an earlier run has handled; they are not recorded
 */
export function createRowOrigins(mapping: Mapping, sheet: string | undefined, handled: number): RowOrigins {
  const find = createCellFinder(mapping);
  const origins = new Map<number, Origin>();
  let next = 0;
  let released = handled;
  let bytesRead = 0;

  function located(problem: ItemProblem): ItemProblem {
    const origin = problem.index === undefined ? undefined : origins.get(problem.index);
    if (problem.cell || !origin) return problem;
    const { column, rows } = find(problem.path);
    const value = problem.params?.['value'];
    const header = column === undefined ? undefined : mapping.columns[column]?.header;
    return {
      ...problem,
      cell: {
        sheet: sheet ?? null,
        row: origin.rowOf?.(rows) ?? origin.row,
        column: column === undefined ? null : columnLetters(column),
        header: header === undefined ? null : toStorableText(header),
        value: column !== undefined && typeof value === 'string' ? value.slice(0, shownValue) : null,
      },
    };
  }

  return {
    lineOf({ product, rows, problems, rowOf }) {
      const index = next++;
      if (index >= handled) {
        const row = rows[0]?.row ?? 0;
        const at = { index, sheet, productId: product['__ID'] };
        const own = problems.length === 0 ? undefined : problems.map((problem) => rowItemProblem(problem, at));
        origins.set(index, { row, rowOf: own ? undefined : rowOf, problems: own });
      }
      return problems.length === 0 ? product : rejectedProduct;
    },
    problemsOf: (index) => origins.get(index)?.problems,
    located,
    release(before) {
      for (; released < before; released++) origins.delete(released);
    },
    addBytes(bytes) {
      bytesRead += bytes;
    },
    get bytesRead() {
      return bytesRead;
    },
  };
}
