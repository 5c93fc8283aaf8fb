import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductFilter } from '@pimento/contract';
import { findCandidates, resolveFilter, parseProductId, type SearchDeps } from '../../catalog/index.ts';
import { loadStructure } from '../../structure/index.ts';
import type { ProductChoice } from './product-choice-views.ts';

/** Max candidates from the search index. If more products match, the filter is evaluated on every product instead. */
const maxCandidates = 20_000;

/** Chooses products by their ids; lists texts that cannot be product ids in `invalidIds`. */
export function chooseIds(texts: readonly string[]): ProductChoice {
  const productIds: ProductId[] = [];
  const invalidIds: string[] = [];
  for (const text of new Set(texts)) {
    const productId = parseProductId(text);
    if (productId === undefined) invalidIds.push(text);
    else productIds.push(productId);
  }
  return { kind: 'ids', productIds, invalidIds };
}

/**
 * Chooses the products of a request, which lists ids or contains a filter.
 * @throws PimentoError invalid-parameter
 */
export async function resolveChoice(
  deps: SearchDeps,
  clientId: ClientId,
  request: { productIds?: string[] | undefined; filter?: ProductFilter | undefined },
): Promise<ProductChoice> {
  if (request.productIds !== undefined) return chooseIds(request.productIds);
  const filter = resolveFilter(await loadStructure(deps.database, clientId), request.filter ?? {});
  return { kind: 'filter', filter, candidates: await findCandidates(deps, clientId, filter, maxCandidates) };
}
