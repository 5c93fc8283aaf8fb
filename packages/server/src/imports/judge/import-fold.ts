import { createState, type MergeMode, mergeProduct, type ProductPatch, type ProductState } from '../../catalog/core.ts';
import type { FoldedProduct, PreparedProduct, ProductGroup } from './import-types.ts';

/** Returns the product after one payload has been applied. Pure. */
export const applyPatch = (state: ProductState | undefined, patch: ProductPatch, mode: MergeMode): ProductState =>
  state === undefined ? createState(patch) : mergeProduct(state, patch, mode).state;

/**
 * Applies one or more payloads of the same product in sequence. Pure.
 * @param patchOf returns the changes of a payload
 */
export function foldProduct(
  stored: ProductState | undefined,
  payloads: ProductGroup,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): FoldedProduct {
  const [first] = payloads;
  const folded: Omit<FoldedProduct, 'write'> = { created: 0, updated: 0, unchanged: 0, history: [] };
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

/** Groups payloads by product, in id order, so that all writers lock rows in the same order. */
export function groupByProduct(products: readonly PreparedProduct[]): ProductGroup[] {
  const groups: ProductGroup[] = [];
  for (const product of products.toSorted((a, b) => compareIds(a.productId, b.productId))) {
    const last = groups.at(-1);
    if (last?.[0].productId === product.productId) last.push(product);
    else groups.push([product]);
  }
  return groups;
}
