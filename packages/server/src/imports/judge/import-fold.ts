import {
  createState,
  type MergeMode,
  mergeProduct,
  type ProductPatch,
  type ProductState,
  type ProductWrite,
} from '../../catalog/core.ts';
import type { Folded, PreparedProduct, ProductGroup } from './import-types.ts';

/** What most payloads come to; one object for all of them. */
export const createdOnce: Folded = Object.freeze({ created: 1, updated: 0, unchanged: 0, history: [] });

/** A product that is inserted or was merged, as it is to be stored. */
export interface FoldedState extends Folded {
  write: ProductWrite;
}

/** A product as it is after one payload. Pure. */
export const applyPatch = (state: ProductState | undefined, patch: ProductPatch, mode: MergeMode): ProductState =>
  state === undefined ? createState(patch) : mergeProduct(state, patch, mode).state;

/**
 * Applies one or more payloads of the same product as if they had been sent one after the other. Pure.
 * @param patchOf what a payload wants
 */
export function foldProduct(
  stored: ProductState | undefined,
  payloads: ProductGroup,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): FoldedState {
  const [first] = payloads;
  const folded: Folded = { created: 0, updated: 0, unchanged: 0, history: [] };
  let state = stored;
  for (const payload of payloads) {
    if (state === undefined) {
      state = createState(patchOf(payload));
      folded.created++;
      continue;
    }
    const merged = mergeProduct(state, patchOf(payload), mode);
    if (merged.changes.length === 0) folded.unchanged++;
    else {
      folded.updated++;
      folded.history.push(merged.changes);
      state = merged.state;
    }
  }
  const { item } = payloads.at(-1) ?? first;
  const { productId } = first;
  return {
    ...folded,
    write: {
      productId,
      state: state ?? createState(patchOf(first)),
      fingerprint: item.fingerprint,
      steps: folded.created + folded.updated,
    },
  };
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Payloads by product, in id order, so that every writer meets rows in the same order. */
export function groupByProduct(products: readonly PreparedProduct[]): ProductGroup[] {
  const groups: ProductGroup[] = [];
  for (const product of products.toSorted((a, b) => compareIds(a.productId, b.productId))) {
    const last = groups.at(-1);
    if (last?.[0].productId === product.productId) last.push(product);
    else groups.push([product]);
  }
  return groups;
}
