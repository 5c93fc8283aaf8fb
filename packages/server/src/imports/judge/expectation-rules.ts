import type { ItemProblem, ProblemParams } from '@pimento/contract';
import { jsonPointer } from '../../platform/core.ts';
import { type MergeMode, mergeProduct, type ProductPatch, type ProductState } from '../../catalog/core.ts';
import { applyPatch } from './import-fold.ts';
import type { PreparedProduct, ProductGroup } from './import-types.ts';
import { productProblem } from './judge-context.ts';

type Breach = ProblemParams['changed-meanwhile'];

/** Why a payload must not be applied, one entry a reason; none if what is stored is what was expected. */
function breaches(
  stored: ProductState | undefined,
  { productId, expected }: PreparedProduct,
  wanted: ProductPatch,
  mode: MergeMode,
): Breach[] {
  if (expected === undefined || (expected.kind === 'absent' && stored === undefined)) return [];
  if (stored === undefined) return [{ kind: 'product-gone', productId }];
  // it holds already what the payload wants: sent again, or by another caller
  if (mergeProduct(stored, wanted, mode).changes.length === 0) return [];
  if (expected.kind === 'absent') return [{ kind: 'product-exists', productId }];
  if (expected.kind === 'impossible') return [{ kind: 'impossible', problem: expected.problem }];
  return mergeProduct(stored, expected.patch, 'delta').changes.map(({ attribute }) => ({ kind: 'value', attribute }));
}

/**
 * The payloads of one product whose expectations hold, each judged by what those before it lead to, and problems for the others. Pure.
 * @param stored the product as it is, locked
 * @param patchOf what a payload wants
 */
export function meetExpectations(
  stored: ProductState | undefined,
  group: ProductGroup,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): { met: PreparedProduct[]; problems: ItemProblem[] } {
  const met: PreparedProduct[] = [];
  const problems: ItemProblem[] = [];
  let state = stored;
  for (const payload of group) {
    const patch = patchOf(payload);
    const found = breaches(state, payload, patch, mode);
    if (found.length === 0) {
      met.push(payload);
      state = applyPatch(state, patch, mode);
    }
    const { productId } = payload;
    const { index } = payload.item;
    for (const breach of found) {
      const member = breach.kind === 'value' ? jsonPointer([breach.attribute]) : '';
      const path = `/products/${index}/__EXPECTED${member}`;
      problems.push(productProblem('changed-meanwhile', breach, { path, productId, index }));
    }
  }
  return { met, problems };
}
