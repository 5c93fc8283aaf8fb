import type { ClientId, ProductId } from '../../platform/core.ts';
import type { ProductFilter } from '@pimento/contract';
import { findCandidates, findProductIds, resolveFilter, type SearchDeps } from '../../catalog/index.ts';
import { loadStructure } from '../../structure/index.ts';
import type { ProductChoice } from './product-choice-views.ts';

/**
 * Maximum number of candidates that are found in advance with an index. If more products match, the filter is evaluated on every product
 * instead.
 */
const maxCandidates = 20_000;

type RequestedChoice = Extract<ProductChoice, { kind: 'ids' | 'filter' }>;

/** Chooses products by their ids. `invalidIds` lists the strings that cannot be product ids. */
export async function chooseIds(
  { database }: Pick<SearchDeps, 'database'>,
  clientId: ClientId,
  texts: readonly string[],
): Promise<RequestedChoice> {
  const productIds = new Set<ProductId>();
  const invalidIds: string[] = [];
  for (const [text, productId] of await findProductIds(database, clientId, texts)) {
    if (productId === undefined) invalidIds.push(text);
    else productIds.add(productId);
  }
  return { kind: 'ids', productIds: [...productIds], invalidIds };
}

/**
 * Chooses the products of a request by its ids or its filter. A request with neither chooses all products.
 * @throws PimentoError invalid-parameter
 */
export async function resolveChoice(
  deps: SearchDeps,
  clientId: ClientId,
  request: { productIds?: string[] | undefined; filter?: ProductFilter | undefined },
): Promise<RequestedChoice> {
  if (request.productIds !== undefined) return chooseIds(deps, clientId, request.productIds);
  const filter = resolveFilter(await loadStructure(deps.database, clientId), request.filter ?? {});
  return { kind: 'filter', filter, candidates: await findCandidates(deps, clientId, filter, maxCandidates) };
}
