import type { ProductFilter } from '@pimento/contract';
import { resolveFilter, type SearchDeps, searchPage } from '../../catalog/index.ts';
import type { ConnectionKey } from '../rulesets/ruleset-types.ts';
import { loadStructure } from '../../structure/index.ts';
import {
  listAllProducts,
  listEvaluations,
  listProblemNumbers,
  type ReadinessFilter,
} from './evaluated-product-views.ts';

export interface PreviewChoice {
  target: string | undefined;
  productIds: readonly string[] | undefined;
  filter: ProductFilter | undefined;
  limit: number;
}

/** The query returns only ids. */
const noFields = { attributes: new Set<string>(), reserved: new Set<string>() };

/**
 * Chooses the products of a preview. These are the given products, or the first products that match a filter. If neither is given, up to
 * half of the products are chosen because they have problems.
 * @returns ids in ascending order
 * @throws PimentoError invalid-parameter, query-too-slow
 */
export async function choosePreviewed(
  deps: SearchDeps,
  key: ConnectionKey,
  { target, productIds, filter, limit }: PreviewChoice,
): Promise<string[]> {
  const isGiven = productIds !== undefined || filter !== undefined;
  const failing = isGiven ? [] : await listFailing(deps, key, { target, limit: Math.ceil(limit / 2) });
  const chosen = isGiven
    ? await listMatching(deps, key, productIds === undefined ? (filter ?? {}) : { productId: [...productIds] }, limit)
    : await listAllProducts(deps.database, key, { after: null, limit });
  const others = chosen.map(({ productId }) => productId).filter((id) => !failing.includes(id));
  return inOrder([...failing, ...others.slice(0, limit - failing.length)]);
}

async function listMatching(
  deps: SearchDeps,
  { clientId }: ConnectionKey,
  filter: ProductFilter,
  limit: number,
): Promise<{ productId: string }[]> {
  const resolved = resolveFilter(await loadStructure(deps.database, clientId), filter);
  return (await searchPage(deps, { clientId, filter: resolved, selection: noFields, limit, after: null })).rows;
}

const inOrder = (ids: readonly string[]): string[] =>
  [...new Set(ids)].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Returns products that have problems of the target or, without a target, products that are not ready. */
async function listFailing(
  { database }: SearchDeps,
  key: ConnectionKey,
  { target, limit }: { target: string | undefined; limit: number },
): Promise<string[]> {
  const all: ReadinessFilter = { outcome: undefined, category: undefined, problemIds: undefined };
  const numbers = target === undefined ? [] : await listProblemNumbers(database, key, { target, code: undefined });
  const filters: ReadinessFilter[] =
    target === undefined
      ? (['incomplete', 'invalid', 'unmapped'] as const).map((outcome) => ({ ...all, outcome, isLastOutcome: true }))
      : numbers.length === 0
        ? []
        : [{ ...all, problemIds: numbers }];
  const found: string[] = [];
  for (const filter of filters) {
    const rows = await listEvaluations(database, key, filter, {
      after: null,
      limit: Math.ceil(limit / filters.length),
    });
    found.push(...rows.filter(({ exists }) => exists).map(({ productId }) => productId));
  }
  return found.slice(0, limit);
}
