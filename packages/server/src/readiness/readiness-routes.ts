import * as contract from '@pimento/contract';
import { findProductId, isProductId, unknownProduct } from '../catalog/index.ts';
import {
  type ChannelId,
  type ClientId,
  type Clock,
  clientRoute,
  cursorOf,
  type Database,
  nextCursor,
  pageOf,
  parseCursor,
  type Route,
} from '../platform/index.ts';
import type { Evaluations } from './thread/evaluation-runner.ts';
import { percentageOf } from './evaluate/requirement-count.ts';
import { problemView } from './evaluations/problem-view-rules.ts';
import { putOverrides } from './reports/override-service.ts';
import { listOverrideRows } from './reports/override-views.ts';
import { requireTargets } from './reports/requested-target-service.ts';
import { getReadiness, notPublished, refreshReadiness, requireConnection } from './reports/readiness-service.ts';
import {
  isEvaluated,
  listEvaluations,
  listProblemNumbers,
  listAllProducts,
  type ListedEvaluation,
} from './reports/evaluated-product-views.ts';
import { listReadinessDays } from './reports/trend-views.ts';
import type { ConnectionKey } from './rulesets/ruleset-types.ts';

export interface ReadinessDeps {
  database: Database;
  clock: Clock;
  evaluations: Evaluations;
}

const keyOf = (caller: { clientId: ClientId }, { channelId }: { channelId: ChannelId }): ConnectionKey => ({
  clientId: caller.clientId,
  channelId,
});

/** If the evaluation of a product is not current, the row shows none of its results. */
function rowView(row: ListedEvaluation, channelName: string): contract.ReadinessRow {
  const { productId, name, isCurrent, categoryId, required, filled, recommended, recommendedFilled } = row;
  const { errors, warnings } = row;
  if (!isCurrent) return { productId, name, outcome: 'checking', ...nothingKnown };
  return {
    productId,
    name,
    outcome: row.outcome,
    categoryId,
    required,
    filled,
    recommended,
    recommendedFilled,
    percentageOfRequiredAttributes: percentageOf(row),
    errors,
    warnings,
    problemCount: errors + warnings,
    problems: row.problems.map((problem) => problemView(problem, channelName)),
  };
}

const nothingKnown = {
  categoryId: null,
  required: 0,
  filled: 0,
  recommended: 0,
  recommendedFilled: 0,
  percentageOfRequiredAttributes: 0,
  errors: 0,
  warnings: 0,
  problemCount: 0,
  problems: [],
};

/** @throws PimentoError unknown-channel, unknown-connection, unknown-product, mapping-not-published */
async function readProduct(
  { database, evaluations }: ReadinessDeps,
  key: ConnectionKey,
  requestedId: string,
): Promise<contract.ProductReadiness> {
  const channelName = await requireConnection(database, key);
  const productId = await findProductId(database, key.clientId, requestedId);
  if (productId === undefined) throw unknownProduct(requestedId);
  const result = await evaluations.run('product', { ...key, productId, channelName });
  if (result === 'no-product') throw unknownProduct(requestedId);
  if (result === 'no-ruleset') throw notPublished(key);
  return result;
}

type ProductPage = contract.AnswerOf<typeof contract.listReadinessProducts>;

/** Adds the requested values to the products of a page. The page ends early if products are too large or formulas too slow. */
async function withValues(
  { evaluations }: ReadinessDeps,
  key: ConnectionKey,
  page: ProductPage,
  { targets, channelName }: { targets: readonly string[]; channelName: string },
): Promise<ProductPage> {
  const productIds = page.products.map(({ productId }) => productId);
  const request = { ...key, productIds, targets: [...new Set(targets)], channelName };
  const { values, through, isComplete } = await evaluations.run('values', request);
  const end = isComplete || through === undefined ? productIds.length : productIds.indexOf(through) + 1;
  const products = page.products.slice(0, end).map((row) => ({ ...row, values: values.get(row.productId) ?? [] }));
  return end === productIds.length
    ? { ...page, products }
    : { products, hasMore: true, next: nextCursor(true, through) };
}

function listRoute(deps: ReadinessDeps): Route {
  const { database } = deps;
  return clientRoute(contract.listReadinessProducts, async ({ caller, params, query }) => {
    const key = keyOf(caller, params);
    const channelName = await requireConnection(database, key);
    const { outcome, category, target, code, limit } = query;
    const page = { after: parseCursor(query.startingAfter, isProductId), limit: limit + 1 };
    if (!(await isEvaluated(database, key))) {
      // Without a published mapping, all products are unmapped and have no category and no problems, so any other filter matches nothing.
      const hasAny = [undefined, 'unmapped'].includes(outcome) && [category, target, code].every((one) => !one);
      const { rows, hasMore } = pageOf(hasAny ? await listAllProducts(database, key, page) : [], limit);
      const products = rows.map((row) => ({ ...row, ...nothingKnown, outcome: 'unmapped' as const }));
      return { status: 200, body: { products, hasMore, next: nextCursor(hasMore, rows.at(-1)?.productId) } };
    }
    if (query.values !== undefined) await requireTargets(database, key, query.values);
    const isFiltered = target !== undefined || code !== undefined;
    const problemIds = isFiltered ? await listProblemNumbers(database, key, { target, code }) : undefined;
    const found = await listEvaluations(database, key, { outcome, category, problemIds }, page);
    const { rows, hasMore } = pageOf(found, limit);
    const products = rows.filter(({ exists }) => exists).map((row) => rowView(row, channelName));
    const listed = { products, hasMore, next: nextCursor(hasMore, rows.at(-1)?.productId) };
    if (query.values === undefined || products.length === 0) return { status: 200, body: listed };
    return { status: 200, body: await withValues(deps, key, listed, { targets: query.values, channelName }) };
  });
}

const isOverrideCursor = (text: string) => text.split('\u001f').length === 2;

function listOverridesRoute({ database }: ReadinessDeps): Route {
  return clientRoute(contract.listOverrides, async ({ caller, params, query }) => {
    const key = keyOf(caller, params);
    await requireConnection(database, key);
    const [productId = '', target = ''] = parseCursor(query.startingAfter, isOverrideCursor)?.split('\u001f') ?? [];
    const found = await listOverrideRows(database, key, { after: [productId, target], limit: query.limit + 1 });
    const { rows, hasMore } = pageOf(found, query.limit);
    const last = rows.at(-1);
    const overrides = rows.map((row) => ({
      productId: row.productId,
      target: row.target === '' ? null : row.target,
      value: row.value,
      isOutdated: row.isOutdated,
      actor: row.actor,
      created: row.createdAt.toISOString(),
    }));
    const next = hasMore && last !== undefined ? cursorOf(`${last.productId}\u001f${last.target}`) : null;
    return { status: 200, body: { overrides, hasMore, next } };
  });
}

export function readinessRoutes(deps: ReadinessDeps): Route[] {
  const { database, evaluations } = deps;
  return [
    clientRoute(contract.getChannelReadiness, async ({ caller, params }) => ({
      status: 200,
      body: await getReadiness(database, keyOf(caller, params)),
    })),
    listRoute(deps),
    clientRoute(contract.getProductReadiness, async ({ caller, params }) => ({
      status: 200,
      body: await readProduct(deps, keyOf(caller, params), params.productId),
    })),
    clientRoute(contract.putOverrides, async ({ caller, params, body }) => {
      const key = keyOf(caller, params);
      const productId = (await findProductId(database, key.clientId, params.productId)) ?? params.productId;
      await putOverrides(deps, key, productId, { ...body, actor: caller.actor });
      evaluations.wake();
      return { status: 200, body: await readProduct(deps, key, params.productId) };
    }),
    listOverridesRoute(deps),
    clientRoute(contract.listReadinessDays, async ({ caller, params, query }) => {
      const key = keyOf(caller, params);
      await requireConnection(database, key);
      return { status: 200, body: { days: await listReadinessDays(database, key, query.days) } };
    }),
    clientRoute(contract.refreshReadiness, async ({ caller, params }) => {
      const key = keyOf(caller, params);
      await refreshReadiness(database, key);
      evaluations.wake();
      return { status: 202, body: await getReadiness(database, key) };
    }),
  ];
}
