import type { RawBuilder } from 'kysely';
import {
  type Clock,
  type Connection,
  type Database,
  type ClientId,
  planAlongKeys,
  type ProductId,
  transaction,
  type Transaction,
} from '../../platform/index.ts';
import { matches } from '../views/product-filter-views.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';
import { countProducts, type ProductRow, readProductPage } from '../views/product-views.ts';
import { filterTokens } from './search-filter-rules.ts';
import {
  countInGroups,
  countUsesInStates,
  findInParts,
  findNamed,
  type FoundCount,
  hasFewSince,
  type Lookup,
  readSearchState,
  type SearchSource,
} from './search-views.ts';

export interface SearchDeps {
  database: Database;
  clock: Clock;
}

export interface FoundPage {
  rows: ProductRow[];
  /** The page goes on after this id; null: it is the last. */
  through: string | null;
}

/** A page is answered after about so long with what was found until then, and says that there may be more. */
const pageMs = 80;
/** Parts of a first look, which is never cut short, and of the later ones. */
const partsAtOnce = {
  all: [1_500, 4_000],
  assets: [1_500, 4_000],
  since: [1_500, 4_000],
  groups: [100, 1_000],
} as const;
/** So many recent products are looked through rather than everything. */
const fewRecent = 20_000;

const narrows = (filter: ResolvedFilter): boolean =>
  filter.conditions.length > 0 ||
  Object.entries(filter).some(([key, value]) => key !== 'conditions' && value !== undefined);

/** So few references to assets in rare states are looked through before anything else; with 2,000 reading products in their order is quicker. */
const fewInStates = 500;

async function chooseSource(connection: Connection, clientId: ClientId, filter: ResolvedFilter): Promise<SearchSource> {
  const states = filter.assetStates;
  if (states !== undefined && !states.includes('READY')) {
    const uses = await countUsesInStates(connection, clientId, states, fewInStates);
    if (uses < fewInStates) return { kind: 'assets', states };
  }
  const tokens = filterTokens(clientId, filter);
  if (tokens.length > 0 && (await readSearchState(connection, clientId)).isUsable) return { kind: 'groups', tokens };
  const since = filter.updatedSince;
  if (since !== undefined && (await hasFewSince(connection, clientId, since, fewRecent)))
    return { kind: 'since', since };
  return { kind: 'all' };
}

/**
 * Ids of matching products after an id, in order: `limit` of them, or fewer where looking for more took too long.
 * @param ms undefined: looks until there are as many, or no more
 */
async function findIds(
  { clock, connection, lookup }: { clock: Clock; connection: Connection; lookup: Lookup },
  { after, limit, ms }: { after: string; limit: number; ms: number | undefined },
): Promise<{ productIds: ProductId[]; through: string | null }> {
  const began = clock.monotonic();
  const [firstParts, laterParts] = partsAtOnce[lookup.source.kind];
  const productIds: ProductId[] = [];
  let from = after;
  for (let parts: number = firstParts; ; parts = laterParts) {
    const isFirst = parts === firstParts;
    const left = ms === undefined ? undefined : ms - (clock.monotonic() - began);
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

/** Matching products after an id, in order. @param connection of a transaction */
export async function findPage(
  deps: { clock: Clock; connection: Transaction },
  query: { clientId: ClientId; filter: ResolvedFilter; after: string | null; limit: number; ms: number | undefined },
): Promise<FoundPage> {
  const { connection } = deps;
  const { clientId, filter, after, limit, ms } = query;
  if (!narrows(filter) || filter.productIds !== undefined) {
    const { rows, hasMore } = await readProductPage(connection, { clientId, filter, after, limit });
    return { rows, through: hasMore ? (rows.at(-1)?.productId ?? null) : null };
  }
  const source = await chooseSource(connection, clientId, filter);
  const lookup = { clientId, source, predicate: matches(filter) };
  const found = await findIds({ ...deps, lookup }, { after: after ?? '', limit, ms });
  if (found.productIds.length === 0) return { rows: [], through: found.through };
  const { rows, hasMore } = await readProductPage(connection, {
    clientId,
    filter: { ...filter, productIds: found.productIds },
    after: null,
    limit,
  });
  return { rows, through: hasMore ? (rows.at(-1)?.productId ?? found.through) : found.through };
}

/**
 * Ids of the next products after an id, in order, that meet a condition which includes the filter; however long looking for them takes.
 * @param connection of a transaction, whose later statements go along the keys of tables too
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
 * Ids of all matching products, where an index finds them and they are few; undefined where looking at every product is the better way.
 * @param most of them
 */
export function findCandidates(
  { database, clock }: SearchDeps,
  clientId: ClientId,
  filter: ResolvedFilter,
  most: number,
): Promise<ProductId[] | undefined> {
  if (!narrows(filter) || filter.productIds !== undefined) return Promise.resolve(undefined);
  return transaction(database, async (connection) => {
    const source = await chooseSource(connection, clientId, filter);
    if (source.kind === 'all') return undefined;
    await planAlongKeys(connection);
    const found = await findIds(
      { clock, connection, lookup: { clientId, source, predicate: matches(filter) } },
      { after: '', limit: most, ms: undefined },
    );
    return found.through === null ? found.productIds : undefined;
  });
}

/** A page for somebody who waits for it: it may hold fewer products than were asked for, even none, and still not be the last. */
export function searchPage(
  { database, clock }: SearchDeps,
  query: { clientId: ClientId; filter: ResolvedFilter; after: string | null; limit: number },
): Promise<FoundPage> {
  return transaction(database, async (connection) => {
    await planAlongKeys(connection);
    return findPage({ clock, connection }, { ...query, ms: pageMs });
  });
}

/** Reads page after page inside a transaction of the caller, however long looking for them takes. */
export async function openPages(
  deps: { clock: Clock; connection: Transaction },
  query: { clientId: ClientId; filter: ResolvedFilter; limit: number },
): Promise<(after: string | null) => Promise<FoundPage>> {
  await planAlongKeys(deps.connection);
  return (after) => findPage(deps, { ...query, after, ms: undefined });
}

/** Products of the first look of a count; the later ones are as large as the time that is left allows. */
const countedAtFirst = 500;
const countedAtMost = 20_000;

async function countEverywhere(
  { connection, clock }: { connection: Connection; clock: Clock },
  lookup: Lookup,
  ms: number,
): Promise<FoundCount> {
  const began = clock.monotonic();
  let [count, looked, after, parts] = [0, 0, '', countedAtFirst];
  for (;;) {
    const part = await findInParts(connection, lookup, { after, parts, limit: parts + 1, ms: undefined });
    count += part.productIds.length;
    if (part.through === undefined) return { count, isExact: true };
    after = part.through;
    looked += parts;
    const spent = clock.monotonic() - began;
    parts = Math.min(countedAtMost, Math.floor(((ms - spent) / spent) * looked));
    if (parts < countedAtFirst) return { count, isExact: false };
  }
}

/** The number of matching products. @param ms stops after about so long and says so; undefined: never */
export async function countMatching(
  { database, clock }: SearchDeps,
  clientId: ClientId,
  filter: ResolvedFilter,
  ms: number | undefined,
): Promise<FoundCount> {
  if (!narrows(filter)) {
    const { products } = await readSearchState(database, clientId);
    return { count: products ?? (await countProducts(database, clientId, filter)), isExact: true };
  }
  const predicate = matches(filter);
  const source = await chooseSource(database, clientId, filter);
  const isNamed = filter.productIds !== undefined;
  const isScan = source.kind === 'all' || source.kind === 'since';
  if (isNamed || (ms === undefined && isScan))
    return { count: await countProducts(database, clientId, filter), isExact: true };
  return transaction(database, async (connection) => {
    await planAlongKeys(connection);
    if (source.kind === 'groups') return countInGroups(connection, { clientId, predicate }, source.tokens, ms);
    return countEverywhere({ connection, clock }, { clientId, source, predicate }, ms ?? Number.POSITIVE_INFINITY);
  });
}
