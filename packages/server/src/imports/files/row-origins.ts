import type { ItemProblem } from '@pimento/contract';
import { columnLetters, type MappedProduct, RowNumbers } from '@pimento/files';
import { toStorableText } from '../../platform/core.ts';
import type { ProductOrigins } from '../judge/import-types.ts';
import type { CellFinder } from './cell-place-rules.ts';
import { rowItemProblem } from './row-problem-rules.ts';

/** The origin of a product, kept until the product is stored. */
interface Origin {
  row: number;
  rowOf: MappedProduct['rowOf'];
  problems: ItemProblem[] | undefined;
}

/** Replaces a product whose rows have problems. The problems reject the product, so this placeholder is never validated. */
const rejectedProduct = {};

const shownValue = 80;

/** Records the origins of products while the products are read. */
export interface RowOrigins extends ProductOrigins {
  /** Records the next product and returns the product to import, or a placeholder if its rows have problems. */
  readonly lineOf: (product: MappedProduct) => unknown;
  addBytes(bytes: number): void;
}

/**
 * Creates the origins of the products of a table or feed. Keeps only the origins of products that are read but not stored yet, and 4 bytes
 * for the row of each product.
 * @param find finds the column or name that a problem is about
 * @param handled number of products at the start of the file that an earlier run has handled; of these, only the rows are recorded
 */
export function createRowOrigins(find: CellFinder, sheet: string | undefined, handled: number): RowOrigins {
  const firstRows = new RowNumbers();
  const origins = new Map<number, Origin>();
  let next = 0;
  let released = handled;
  let bytesRead = 0;

  function located(problem: ItemProblem): ItemProblem {
    const origin = problem.index === undefined ? undefined : origins.get(problem.index);
    if (problem.cell || !origin) return problem;
    const { column, header, rows } = find(problem.path);
    const value = problem.params?.['value'];
    return {
      ...problem,
      cell: {
        sheet: sheet ?? null,
        row: origin.rowOf?.(rows) ?? origin.row,
        column: column === undefined ? null : columnLetters(column),
        header: header === undefined ? null : toStorableText(header),
        value: header !== undefined && typeof value === 'string' ? value.slice(0, shownValue) : null,
      },
    };
  }

  return {
    lineOf({ product, rows, problems, rowOf }) {
      const index = next++;
      const row = rows[0]?.row ?? 0;
      firstRows.set(index, row);
      if (index >= handled) {
        const at = { index, sheet, productId: product['__ID'] };
        const own = problems.length === 0 ? undefined : problems.map((problem) => rowItemProblem(problem, at));
        origins.set(index, { row, rowOf: own ? undefined : rowOf, problems: own });
      }
      return problems.length === 0 ? product : rejectedProduct;
    },
    problemsOf: (index) => origins.get(index)?.problems,
    rowOf: (index) => (index < next ? firstRows.get(index) : undefined),
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
    get readCount() {
      return next;
    },
  };
}
