import type { ClientId, Clock, ProductId, Transaction } from '../../platform/core.ts';
import { anyProduct, type ResolvedFilter } from '../views/product-filter-rules.ts';
import { matches } from '../views/product-filter-views.ts';
import type { ProductSelection } from '../views/product-view-rules.ts';
import type { ProductRow } from '../views/product-views.ts';
import { idField, type ProductSort } from './order-rules.ts';
import { findFew, findPage, isNarrowing } from './product-search-service.ts';
import { openSortedIds } from './sorted-cursor-views.ts';
import { readRows } from './sorted-search-service.ts';

/** The next products of an export. `isLast` is true if there are no more. */
export interface ReadPage {
  rows: ProductRow[];
  isLast: boolean;
}

/** Reads the next page of at most `limit` products, or fewer if they are very large. */
export type PageReader = (limit: number) => Promise<ReadPage>;

interface ReaderQuery {
  clientId: ClientId;
  filter: ResolvedFilter;
  selection?: ProductSelection | undefined;
  /** Undefined for the order of ids. */
  sort: ProductSort | undefined;
}

interface ReaderDeps {
  clock: Clock;
  connection: Transaction;
}

/** If the filter names more products than this, their ids are sorted once, because each page would otherwise look up all of them again. */
const maxNamedByPage = 1_000;

/**
 * A sorted export searches an index for up to `limit` matching products, for about `ms` milliseconds. Beyond these limits, it examines all
 * products of the client instead, which takes 10 s for a million products.
 */
const narrow = { limit: 20_000, ms: 1_000 };

const byId: ProductSort = { field: idField, kind: 'exact', isDescending: false };

/** Creates a reader that returns products in the order of their ids. Each page begins after the last id of the previous page. */
function createIdReader(deps: ReaderDeps, { sort: _sort, ...query }: ReaderQuery): PageReader {
  let after: string | null = null;
  return async (limit) => {
    const { rows, through } = await findPage(deps, { ...query, after, limit, ms: undefined });
    after = through;
    return { rows, isLast: through === null };
  };
}

/**
 * Returns the ids named by the filter, or the ids of the matching products if an index finds them and there are few. Returns undefined if
 * the reader must examine all products.
 */
async function findCandidates(
  deps: ReaderDeps,
  { clientId, filter }: ReaderQuery,
): Promise<readonly ProductId[] | undefined> {
  if (filter.productIds !== undefined || !isNarrowing(filter)) return filter.productIds;
  return findFew(deps, { clientId, filter, ...narrow });
}

/** Creates a reader that sorts the ids once, and then reads the products of each page by their ids. */
async function createSortedReader(deps: ReaderDeps, query: ReaderQuery, sort: ProductSort): Promise<PageReader> {
  const { connection } = deps;
  const { clientId, filter, selection } = query;
  const productIds = await findCandidates(deps, query);
  const predicate = matches(clientId, { ...filter, productIds: undefined });
  const fetchIds = await openSortedIds(connection, { clientId, sort, predicate }, productIds);
  let ids: ProductId[] = [];
  let isEnd = false;
  return async (limit) => {
    const missing = limit + 1 - ids.length;
    if (!isEnd && missing > 0) {
      const fetched = await fetchIds(missing);
      isEnd = fetched.length < missing;
      ids.push(...fetched);
    }
    // the cursor has applied the filter to the same snapshot
    const wanted = { clientId, filter: anyProduct, selection };
    const { rows, read } = await readRows(connection, wanted, ids.slice(0, limit));
    ids = ids.slice(read);
    return { rows, isLast: isEnd && ids.length === 0 };
  };
}

/**
 * Creates a function that reads page after page of the matching products in the snapshot of the transaction, without a time limit. Its
 * memory use does not grow with the number of products, regardless of the sort.
 * @param deps.connection a transaction with the settings `plansAlongKeys`
 */
export async function createPageReader(deps: ReaderDeps, query: ReaderQuery): Promise<PageReader> {
  const isNamed = (query.filter.productIds?.length ?? 0) > maxNamedByPage;
  const sort = query.sort ?? (isNamed ? byId : undefined);
  return sort === undefined ? createIdReader(deps, query) : createSortedReader(deps, query, sort);
}
