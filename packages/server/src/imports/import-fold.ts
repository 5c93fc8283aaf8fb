import {
  createState,
  type MergeMode,
  mergeProduct,
  type ProductState,
  type ProductWrite,
  type ValueChange,
} from '../catalog/core.ts';
import type { PreparedProduct } from './import-types.ts';

/** The payloads of one product in one batch, in the order of the body. */
export type ProductGroup = [PreparedProduct, ...PreparedProduct[]];

/** What the payloads of one product, applied in their order, come to. */
export interface Folded {
  productId: string;
  created: number;
  updated: number;
  unchanged: number;
  /** One list for each payload that changed an existing product. */
  history: ValueChange[][];
}

/** A product that is inserted or was merged, as it is to be stored. */
export interface FoldedState extends Folded {
  write: ProductWrite;
}

/** Applies one or more payloads of the same product as if they had been sent one after the other. Pure. */
export function foldProduct(stored: ProductState | undefined, payloads: ProductGroup, mode: MergeMode): FoldedState {
  const [first] = payloads;
  const folded: Folded = { productId: first.productId, created: 0, updated: 0, unchanged: 0, history: [] };
  let state = stored;
  for (const payload of payloads) {
    if (state === undefined) {
      state = createState(payload.patch());
      folded.created++;
      continue;
    }
    const merged = mergeProduct(state, payload.patch(), mode);
    if (merged.changes.length === 0) folded.unchanged++;
    else {
      folded.updated++;
      folded.history.push(merged.changes);
      state = merged.state;
    }
  }
  const { fingerprint } = payloads.at(-1) ?? first;
  return { ...folded, write: { productId: first.productId, state: state ?? createState(first.patch()), fingerprint } };
}

/** Payloads by product, in id order, so that every writer meets rows in the same order. */
export function groupByProduct(products: readonly PreparedProduct[]): Map<string, ProductGroup> {
  const groups = new Map<string, ProductGroup>();
  for (const product of products) {
    const group = groups.get(product.productId);
    if (group) group.push(product);
    else groups.set(product.productId, [product]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
