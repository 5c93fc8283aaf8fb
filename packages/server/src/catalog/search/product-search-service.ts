import type { RawBuilder } from 'kysely';
import { storedStatuses } from '../../assets/core.ts';
import {
  type Clock,
  type Connection,
  type Database,
  type ClientId,
  limitedRead,
  planAlongKeys,
  type ProductId,
  transaction,
  type Transaction,
} from '../../platform/core.ts';
import { findRarestState } from '../views/channel-state-views.ts';
import { findRarestOutcome } from '../views/outcome-views.ts';
import { matches } from '../views/product-filter-views.ts';
import { findFirstStart } from '../views/trace-condition-views.ts';
import type { ProductSelection } from '../views/product-view-rules.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';
import { countProducts, type ProductRow, listProductPage } from '../views/product-views.ts';
import { filterTokens } from './search-filter-rules.ts';
import {
  countInGroups,
  countUsesInStates,
  findInParts,
  findNamed,
  type FoundCount,
  hasFewSince,
  type Lookup,
  getSearchState,
  type SearchSource,
} from './search-views.ts';

export interface SearchDeps {
  database: Database;
  clock: Clock;
}

export interface FoundPage {
  rows: ProductRow[];
  /** The next page begins after this id. Null on the last page. */
  through: string | null;
}

/** After about this time, a search returns the products that it has found so far. */
const pageMs = 80;
/**
 * Maximum number of parts (see `findInParts`) that one step of a search reads. The first number applies to the first step, which has no
 * time limit, and the second number to later steps.
 */
const partsAtOnce = {
  all: [1_500, 4_000],
  assets: [1_500, 4_000],
  since: [1_500, 4_000],
  outcomes: [1_500, 4_000],
  states: [1_500, 4_000],
  groups: [100, 1_000],
} as const;
/** A search by change time starts from the recently changed products if there are fewer than this. */
const maxRecentProducts = 20_000;
/**
 * A search by outcome or state starts from the products with that outcome or state, instead of the index of values, if there are fewer than
 * this.
 */
const maxRareProducts = 20_000;

/** Returns true if a filter has any criterion, so that some products may not match. */
export const isNarrowing = (filter: ResolvedFilter): boolean =>
  filter.conditions.length > 0 ||
  Object.entries(filter).some(([key, value]) => key !== 'conditions' && value !== undefined);

/**
 * A search by asset state starts from the asset references if there are fewer references than this. With 2,000 references, reading products
 * in id order is faster.
 */
const maxUsesInStates = 500;

const latest = (a: Date | undefined, b: Date | undefined): Date | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;

export async function chooseSource(
  connection: Connection,
  clientId: ClientId,
  filter: ResolvedFilter,
): Promise<SearchSource> {
  if (filter.assetStates !== undefined && !filter.assetStates.includes('READY')) {
    const states = storedStatuses(filter.assetStates);
    const uses = await countUsesInStates(connection, clientId, states, maxUsesInStates);
    if (uses < maxUsesInStates) return { kind: 'assets', states };
  }
  const rareState = filter.channelStates && (await findRarestState(connection, filter.channelStates, maxRareProducts));
  if (rareState) return { kind: 'states', condition: rareState };
  const rarest = filter.readiness && (await findRarestOutcome(connection, filter.readiness));
  if (rarest && rarest.products < maxRareProducts) return { kind: 'outcomes', condition: rarest.condition };
  if (filterTokens(clientId, filter).length > 0) {
    const { isUsable, isOutdated } = await getSearchState(connection, clientId);
    const tokens = filterTokens(clientId, filter, { texts: !isOutdated });
    if (isUsable && tokens.length > 0) return { kind: 'groups', tokens };
  }
  // a product that was created after a time was also changed after it, so one index serves both
  let since = latest(filter.updatedSince, filter.createdSince);
  for (const trace of filter.traces ?? [])
    if (trace.target === 'job') since = latest(since, await findFirstStart(connection, clientId, trace));
  if (since !== undefined && (await hasFewSince(connection, clientId, since, maxRecentProducts)))
    return { kind: 'since', since };
  if (rarest) return { kind: 'outcomes', condition: rarest.condition };
  return { kind: 'all' };
}

/**
 * Returns at most `limit` ids of matching products after an id, in order, or fewer if the time limit is reached.
 * @param page.ms time limit; undefined for none
 */
async function findIds(
  { clock, connection, lookup }: { clock: Clock; connection: Connection; lookup: Lookup },
  page: { after: string; limit: number; ms: number | undefined },
): Promise<{ productIds: ProductId[]; through: string | null }> {
  const { after, limit, ms } = page;
  const startedAt = clock.monotonic();
  const [firstParts, laterParts] = partsAtOnce[lookup.source.kind];
  const productIds: ProductId[] = [];
  let from = after;
  for (let parts: number = firstParts; ; parts = laterParts) {
    const isFirst = parts === firstParts;
    const left = ms === undefined ? undefined : ms - (clock.monotonic() - startedAt);
    if (!isFirst && left !== undefined && left <= 0) return { productIds, through: from };
    const part = await findInParts(connection, lookup, {
      after: from,
      parts,
      limit: limit + 1 - productIds.length,
      ms: isFirst ? undefined : left,
    });
    productIds.push(...part.productIds);
    if (productIds.length > limit)
      return { productIds: productIds.slice(0, limit), through: productIds[limit - 1] ?? after };
    if (part.through === undefined) return { productIds, through: null };
    from = part.through;
  }
}

export interface PageQuery {
  clientId: ClientId;
  filter: ResolvedFilter;
  /** The fields to read of each product. Undefined for everything. */
  selection?: ProductSelection | undefined;
  limit: number;
}

/** Returns a page of matching products after an id, in id order. */
export async function findPage(
  deps: { clock: Clock; connection: Transaction },
  query: PageQuery & { after: string | null; ms: number | undefined },
): Promise<FoundPage> {
  const { connection } = deps;
  const { clientId, filter, selection, after, limit, ms } = query;
  if (!isNarrowing(filter) || filter.productIds !== undefined) {
    const { rows, hasMore } = await listProductPage(connection, { clientId, filter, selection, after, limit });
    return { rows, through: hasMore ? (rows.at(-1)?.productId ?? null) : null };
  }
  const source = await chooseSource(connection, clientId, filter);
  const lookup = { clientId, source, predicate: matches(clientId, filter) };
  const found = await findIds({ ...deps, lookup }, { after: after ?? '', limit, ms });
  if (found.productIds.length === 0) return { rows: [], through: found.through };
  const { rows, hasMore } = await listProductPage(connection, {
    clientId,
    filter: { ...filter, productIds: found.productIds },
    selection,
    after: null,
    limit,
  });
  return { rows, through: hasMore ? (rows.at(-1)?.productId ?? found.through) : found.through };
}

/**
 * Returns the ids of the next matching products after an id, in id order, without a time limit. As a side effect, the planner reads in key
 * order for the rest of the transaction.
 * @param query.predicate a condition that implies the filter
 */
export async function findMatchingIds(
  { clock, connection }: { clock: Clock; connection: Transaction },
  query: { clientId: ClientId; filter: ResolvedFilter; predicate: RawBuilder<boolean>; after: string; limit: number },
): Promise<ProductId[]> {
  const { clientId, filter, predicate, after, limit } = query;
  await planAlongKeys(connection);
  const { productIds } = filter;
  if (productIds !== undefined) return findNamed(connection, { clientId, predicate }, productIds, { after, limit });
  const source = await chooseSource(connection, clientId, filter);
  const found = await findIds(
    { clock, connection, lookup: { clientId, source, predicate } },
    { after, limit, ms: undefined },
  );
  return found.productIds;
}

/**
 * Returns the ids of all matching products if an index can find them and there are at most `max`. Otherwise, and if the filter lists
 * product ids or matches all products, returns undefined.
 */
export function findCandidates(
  { database, clock }: SearchDeps,
  clientId: ClientId,
  filter: ResolvedFilter,
  max: number,
): Promise<ProductId[] | undefined> {
  if (!isNarrowing(filter) || filter.productIds !== undefined) return Promise.resolve(undefined);
  return transaction(database, async (connection) => {
    const source = await chooseSource(connection, clientId, filter);
    if (source.kind === 'all') return undefined;
    await planAlongKeys(connection);
    const found = await findIds(
      { clock, connection, lookup: { clientId, source, predicate: matches(clientId, filter) } },
      { after: '', limit: max, ms: undefined },
    );
    return found.through === null ? found.productIds : undefined;
  });
}

/**
 * Returns the ids of all matching products, in id order, if an index finds them within the limits, and otherwise undefined.
 * @param query.ms approximate time limit
 */
export async function findFew(
  { clock, connection }: { clock: Clock; connection: Transaction },
  query: { clientId: ClientId; filter: ResolvedFilter; limit: number; ms: number },
): Promise<ProductId[] | undefined> {
  const { clientId, filter, limit, ms } = query;
  const source = await chooseSource(connection, clientId, filter);
  if (source.kind === 'all') return undefined;
  const lookup = { clientId, source, predicate: matches(clientId, filter) };
  const found = await findIds({ clock, connection, lookup }, { after: '', limit, ms });
  return found.through === null ? found.productIds : undefined;
}

/** Maximum duration of one statement of a search or a count. */
const statementMs = 10_000;

/**
 * Returns a page within a time limit. The page can have fewer products than requested, or none, and still not be the last page.
 * @param signal cancels the search
 * @throws PimentoError query-too-slow
 */
export function searchPage(
  { database, clock }: SearchDeps,
  query: PageQuery & { after: string | null },
  signal?: AbortSignal,
): Promise<FoundPage> {
  return limitedRead(database, { statementMs, signal }, async (connection) => {
    await planAlongKeys(connection);
    return findPage({ clock, connection }, { ...query, ms: pageMs });
  });
}

/** Number of products in the first step of a count. The size of later steps depends on the remaining time. */
const firstCountSize = 500;
const maxCountSize = 20_000;

async function countEverywhere(
  { connection, clock }: { connection: Connection; clock: Clock },
  lookup: Lookup,
  ms: number,
): Promise<FoundCount> {
  const startedAt = clock.monotonic();
  let [count, scanned, after, parts] = [0, 0, '', firstCountSize];
  for (;;) {
    const part = await findInParts(connection, lookup, { after, parts, limit: parts + 1, ms: undefined });
    count += part.productIds.length;
    if (part.through === undefined) return { count, isExact: true };
    after = part.through;
    scanned += parts;
    const spent = clock.monotonic() - startedAt;
    parts = Math.min(maxCountSize, Math.floor(((ms - spent) / spent) * scanned));
    if (parts < firstCountSize) return { count, isExact: false };
  }
}

/**
 * Counts matching products.
 * @param ms time limit, after which the count is a lower bound (`isExact` is false); undefined for none
 * @throws PimentoError query-too-slow
 */
export async function countMatching(
  { database, clock }: SearchDeps,
  clientId: ClientId,
  filter: ResolvedFilter,
  ms: number | undefined,
  signal?: AbortSignal,
): Promise<FoundCount> {
  if (!isNarrowing(filter)) {
    const { products } = await getSearchState(database, clientId);
    return { count: products ?? (await countProducts(database, clientId, filter)), isExact: true };
  }
  const predicate = matches(clientId, filter);
  const source = await chooseSource(database, clientId, filter);
  const isNamed = filter.productIds !== undefined;
  const isScan = ['all', 'since', 'outcomes', 'states'].includes(source.kind);
  if (isNamed || (ms === undefined && isScan)) {
    const count = await limitedRead(database, { statementMs, signal }, (connection) =>
      countProducts(connection, clientId, filter),
    );
    return { count, isExact: true };
  }
  return limitedRead(database, { statementMs, signal }, async (connection) => {
    await planAlongKeys(connection);
    if (source.kind === 'groups') return countInGroups(connection, { clientId, predicate }, source.tokens, ms);
    return countEverywhere({ connection, clock }, { clientId, source, predicate }, ms ?? Number.POSITIVE_INFINITY);
  });
}
