import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductFilter } from '@pimento/contract';
import { findCandidates, resolveFilter, parseProductId, type SearchDeps } from '../../catalog/index.ts';
import { loadStructure } from '../../structure/index.ts';
import type { ProductChoice } from './product-choice-views.ts';

/** So many at most are found by an index; of more than these every product is looked at. */
const mostCandidates = 20_000;

/** Products named by their ids; those that no product can have are set apart. */
export function chooseIds(asked: readonly string[]): ProductChoice {
  const productIds: ProductId[] = [];
  const unreadable: string[] = [];
  for (const text of new Set(asked)) {
    const productId = parseProductId(text);
    if (productId === undefined) unreadable.push(text);
    else productIds.push(productId);
  }
  return { kind: 'ids', productIds, unreadable };
}

/**
 * The products that a request names by id or describes by a filter.
 * @throws PimentoError invalid-parameter
 */
export async function readChoice(
  deps: SearchDeps,
  clientId: ClientId,
  wish: { productIds?: string[] | undefined; filter?: ProductFilter | undefined },
): Promise<ProductChoice> {
  if (wish.productIds !== undefined) return chooseIds(wish.productIds);
  const filter = resolveFilter(await loadStructure(deps.database, clientId), wish.filter ?? {});
  return { kind: 'filter', filter, candidates: await findCandidates(deps, clientId, filter, mostCandidates) };
}
