import type { ItemProblem } from '@pimento/contract';
import { type MergeMode, mergeProduct, type ProductPatch, type ProductState } from '../../catalog/core.ts';
import { applyPatch } from './import-fold.ts';
import type { PreparedProduct, ProductGroup } from './import-types.ts';
import { pointerStep, presentable } from './judge-context.ts';

const quoted = (text: string) => JSON.stringify(presentable(text));

/** Why a payload must not be applied, in one sentence a reason; none where what is stored is what was expected. */
function breaches(
  stored: ProductState | undefined,
  { productId, expected }: PreparedProduct,
  wanted: ProductPatch,
  mode: MergeMode,
): { attribute?: string; message: string }[] {
  if (expected === undefined || (expected.kind === 'absent' && stored === undefined)) return [];
  if (stored === undefined) return [{ message: `There is no product ${quoted(productId)} any more.` }];
  // it holds already what the payload wants: sent again, or by somebody else
  if (mergeProduct(stored, wanted, mode).changes.length === 0) return [];
  if (expected.kind === 'absent') return [{ message: `There is a product ${quoted(productId)} already.` }];
  if (expected.kind === 'impossible')
    return [{ message: `What is stored is not what was expected, which cannot be stored: ${expected.reason}` }];
  return mergeProduct(stored, expected.patch, 'delta').changes.map(({ attribute }) => ({
    attribute,
    message: `${quoted(attribute)} is not what was expected any more: somebody else has changed it.`,
  }));
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
    for (const { attribute, message } of found)
      problems.push({
        code: 'changed-meanwhile',
        path: presentable(`/products/${index}/__EXPECTED${attribute === undefined ? '' : pointerStep(attribute)}`),
        message,
        productId,
        index,
      });
  }
  return { met, problems };
}
