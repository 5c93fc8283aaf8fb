import { limitedRead, planAlongKeys, type ProductId, type Transaction } from '../../platform/core.ts';
import { isSmallCatalogue, requireOrder } from './order-service.ts';
import { idField, type ProductSort, type SortPosition } from './order-rules.ts';
import { type OrderState, type Positioned, sortAmong, type SortedLookup } from './order-views.ts';
import { type WalkPlace, walkOrder } from './order-walk-views.ts';
import { matches } from '../views/product-filter-views.ts';
import { listProductPage, type ProductRow } from '../views/product-views.ts';
import { findFew, type PageQuery, type SearchDeps } from './product-search-service.ts';
import { getSearchState, type SearchState } from './search-views.ts';

/** If a filter matches at most this many products, found within `fewMs`, they are sorted without walking further along the order. */
const maxFew = 2_000;
const fewMs = 30;
/**
 * Approximate time in milliseconds after which a walk along an order returns the products that it has found so far. The first time is for
 * the first walk of a page, the second for a continued walk.
 */
const firstWalkMs = 15;
const walkMs = 60;
/** Numbers of entries that the first step and each later step of a walk read. */
const entriesAtOnce = [400, 4_000] as const;
/**
 * If more products than this have changed, pages show them at their former position, because computing their current keys for each page
 * would take too long.
 */
const maxChangesInPage = 1_000;
const statementMs = 10_000;

interface SortedPage {
  rows: ProductRow[];
  /** The next page begins after this position. Null on the last page. */
  through: SortPosition | null;
  /** Number of changed products that the page may show at their former position, or 0 if there are none. */
  behind: number;
}

type SortedQuery = PageQuery & { sort: ProductSort; after: SortPosition | undefined };

/** Reads products in the given order. Reads fewer if the products are very large, but at least one. */
export async function readRows(
  connection: Transaction,
  { clientId, filter, selection }: Pick<PageQuery, 'clientId' | 'filter' | 'selection'>,
  ids: readonly ProductId[],
): Promise<{ rows: ProductRow[]; read: number }> {
  for (let read = ids.length; read > 0; read = Math.floor(read / 2)) {
    const productIds = ids.slice(0, read);
    const page = await listProductPage(connection, {
      clientId,
      filter: { ...filter, productIds },
      selection,
      after: null,
      limit: read,
    });
    if (page.hasMore && read > 1) continue;
    const byId = new Map(page.rows.map((row) => [row.productId, row]));
    return { rows: productIds.flatMap((productId) => byId.get(productId) ?? []), read };
  }
  return { rows: [], read: 0 };
}

interface Found {
  found: Positioned[];
  /** Position at which the search stopped. Undefined if there are no more matching products. */
  through: SortPosition | undefined;
}

const cut = (rows: Positioned[], limit: number): Found =>
  rows.length <= limit
    ? { found: rows, through: undefined }
    : { found: rows.slice(0, limit), through: rows[limit - 1] };

/** Walks along an order, first through the products with a value, then through those without one. */
async function walk(
  deps: SearchDeps,
  connection: Transaction,
  lookup: SortedLookup,
  order: Parameters<typeof walkOrder>[2],
  { after, limit, ms }: { after: SortPosition | undefined; limit: number; ms: number },
): Promise<Found> {
  const startedAt = deps.clock.monotonic();
  const isOnePhase = lookup.sort.field === idField;
  let place: WalkPlace = { phase: isOnePhase || after?.key === null ? 'missing' : 'valued', after };
  const found: Positioned[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const left = ms - (deps.clock.monotonic() - startedAt);
    // the first step of a phase always runs, because a page needs a position at which the next page begins
    if (!isFirst && left <= 0 && place.after !== undefined) return { found, through: place.after };
    const part = await walkOrder(connection, lookup, order, {
      place,
      entries: isFirst ? entriesAtOnce[0] : entriesAtOnce[1],
      limit: limit + 1 - found.length,
      ms: Math.max(left, 1),
    });
    found.push(...part.found);
    if (found.length > limit) return cut(found, limit);
    if (part.through !== undefined) place = { ...place, after: part.through };
    else if (place.phase === 'valued') place = { phase: 'missing', after: undefined };
    else return { found, through: undefined };
  }
}

/**
 * Finds the next products of a sorted list. First walks along the order for a short time, which fills most pages. If the page is not full,
 * sorts all matching products if there are few, or else continues the walk.
 */
async function find(
  deps: SearchDeps,
  connection: Transaction,
  query: SortedQuery,
  { state, order }: { state: SearchState; order: OrderState | undefined },
): Promise<Found> {
  const { clientId, filter, sort, after, limit } = query;
  const lookup: SortedLookup = { clientId, sort, predicate: matches(clientId, { ...filter, productIds: undefined }) };
  await planAlongKeys(connection);
  const sortFew = async (productIds: readonly ProductId[] | undefined) =>
    cut(await sortAmong(connection, lookup, { productIds, after, limit: limit + 1 }), limit);
  if (filter.productIds !== undefined || isSmallCatalogue(state.products)) return sortFew(filter.productIds);
  const walked = { orderId: order?.orderId, includesChanges: state.changed <= maxChangesInPage };
  const begun = await walk(deps, connection, lookup, walked, { after, limit, ms: firstWalkMs });
  if (begun.through === undefined || begun.found.length >= limit) return begun;
  const few = await findFew({ ...deps, connection }, { clientId, filter, limit: maxFew, ms: fewMs });
  if (few !== undefined) return sortFew(few);
  const rest = { after: begun.through, limit: limit - begun.found.length, ms: walkMs };
  const { found, through } = await walk(deps, connection, lookup, walked, rest);
  return { found: [...begun.found, ...found], through };
}

/**
 * Returns a page of a sorted list within a time limit. The page can have fewer products than requested, or none, and still not be the last
 * page.
 * @param signal cancels the search
 * @throws PimentoError query-too-slow; not-possible-now while the order of a large catalogue is being built, or if the client has too many
 * other orders
 */
export async function searchSortedPage(
  deps: SearchDeps,
  query: SortedQuery,
  signal?: AbortSignal,
): Promise<SortedPage> {
  const { clientId, filter, sort } = query;
  const state = await getSearchState(deps.database, clientId);
  const isSmall = isSmallCatalogue(state.products);
  const needsOrder = !isSmall && filter.productIds === undefined && sort.field !== idField;
  const order = needsOrder ? await requireOrder(deps, clientId, sort, state.products) : undefined;
  return limitedRead(deps.database, { statementMs, signal }, async (connection) => {
    const { found, through } = await find(deps, connection, query, { state, order });
    const { rows, read } = await readRows(
      connection,
      query,
      found.map(({ productId }) => productId),
    );
    const behind = order !== undefined && state.changed > maxChangesInPage ? state.changed : 0;
    return { rows, through: (read < found.length ? found[read - 1] : through) ?? null, behind };
  });
}
