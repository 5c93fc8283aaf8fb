import type { ProductRecord } from '@pimento/contract';
import type { RefObject } from 'react';
import type { Column } from '../grid/product-columns.ts';
import type { Selection } from '../selection/use-selection.ts';
import { maxPastedProducts } from './paste-plan.ts';

/** The product list with the cells that are copied and pasted. */
export interface PasteList {
  gridRef: RefObject<HTMLDivElement | null>;
  columns: readonly Column[];
  /** The products loaded so far. */
  products: readonly ProductRecord[];
  /** Number of matching products, or undefined while they are being counted. */
  count: number | undefined;
  hasMore: boolean;
  loadMore: () => void;
  selection: Selection;
  /** Index of the active row. */
  active: number;
}

/** Cells from the clipboard, and the cell from which on they fill the list. */
export interface PasteRequest {
  /** Distinguishes the request from earlier ones. */
  id: number;
  block: readonly (readonly string[])[];
  row: number;
  /** The product of the row. The list may be reloaded and then have the product in another row. Undefined if the list has no row. */
  productId: string | undefined;
  column: Column;
  /** True if the only line of the block fills all selected products. */
  repeats: boolean;
}

/** Number of selected products from which on a copy or a paste of one line concerns them instead of the active row. */
const minSelected = 2;

/** Returns true if a copy or a paste of one line concerns the selected products. */
export const concernsSelection = ({ selection, count }: Pick<PasteList, 'selection' | 'count'>): boolean =>
  (selection.size(count) ?? minSelected) >= minSelected;

/** The products that a request fills, or the reason why they are not known. */
interface PasteRows {
  products: readonly ProductRecord[];
  /** Number of selected products that are not among the products of the list. */
  notLoaded: number;
  /** True if more products of the list must be loaded first. */
  mustLoad: boolean;
  /** Number of products to fill if they are more than `maxPastedProducts`. */
  tooMany: number | undefined;
}

/** Returns the products that a request fills, in the order of the list. Pure. */
export function rowsFor(
  { block, row, productId, repeats }: PasteRequest,
  { products, count, hasMore, selection }: Pick<PasteList, 'products' | 'count' | 'hasMore' | 'selection'>,
): PasteRows {
  const moved = products.findIndex((product) => product.productId === productId);
  const from = moved === -1 ? row : moved;
  const chosen = repeats ? products.filter(({ productId }) => selection.has(productId)) : products.slice(from);
  const wanted = repeats ? (selection.size(count) ?? chosen.length) : block.length;
  const isMissing = repeats ? selection.kind === 'all' : chosen.length < block.length;
  const tooMany = wanted > maxPastedProducts ? wanted : undefined;
  return {
    products: chosen,
    notLoaded: repeats ? Math.max(0, wanted - chosen.length) : 0,
    mustLoad: tooMany === undefined && hasMore && isMissing,
    tooMany,
  };
}
