import type { ItemProblem, ProblemParams } from '@pimento/contract';
import { jsonPointer } from '../../platform/core.ts';
import {
  findDifferences,
  type MergeMode,
  mergeProduct,
  type ProductPatch,
  type ProductState,
} from '../../catalog/core.ts';
import { applyPatch } from './import-fold.ts';
import type { PreparedProduct, ProductGroup } from './import-types.ts';
import { productProblem } from './judge-context.ts';

type Breach = ProblemParams['changed-meanwhile'];

/**
 * Returns the reasons why a payload must not be applied. There are none if its expectation is satisfied or the payload would change
 * nothing.
 */
function breaches(
  stored: ProductState | undefined,
  { productId, expected }: PreparedProduct,
  wanted: ProductPatch,
  mode: MergeMode,
): Breach[] {
  if (expected === undefined || (expected.kind === 'absent' && stored === undefined)) return [];
  if (stored === undefined) return [{ kind: 'product-gone', productId }];
  const differing = expected.kind === 'holds' ? findDifferences(stored, expected.patch) : [];
  if (expected.kind === 'holds' && differing.length === 0) return [];
  // The product can already have the payload's values if the payload was sent twice or another request stored the same values.
  if (mergeProduct(stored, wanted, mode).changes.length === 0) return [];
  if (expected.kind === 'absent') return [{ kind: 'product-exists', productId }];
  if (expected.kind === 'impossible') return [{ kind: 'impossible', problem: expected.problem }];
  return differing.map((attribute) => ({ kind: 'value', attribute }));
}

/**
 * Returns the payloads of one product that may be applied (see `breaches`), and the problems of the other payloads. Each expectation is
 * compared with the product as changed by the earlier payloads that may be applied. Pure.
 * @param stored the current product, locked; undefined if there is none
 * @param patchOf returns the changes of a payload
 */
export function judgeExpectations(
  stored: ProductState | undefined,
  group: ProductGroup,
  mode: MergeMode,
  patchOf: (payload: PreparedProduct) => ProductPatch,
): { satisfied: PreparedProduct[]; problems: ItemProblem[] } {
  const satisfied: PreparedProduct[] = [];
  const problems: ItemProblem[] = [];
  let state = stored;
  for (const [at, payload] of group.entries()) {
    const patch = patchOf(payload);
    const found = breaches(state, payload, patch, mode);
    if (found.length === 0) {
      satisfied.push(payload);
      if (at < group.length - 1) state = applyPatch(state, patch, mode);
    }
    const { productId } = payload;
    const { index } = payload.item;
    for (const breach of found) {
      const member = breach.kind === 'value' ? jsonPointer([breach.attribute]) : '';
      const path = `/products/${index}/__EXPECTED${member}`;
      problems.push(productProblem('changed-meanwhile', breach, { path, productId, index }));
    }
  }
  return { satisfied, problems };
}
