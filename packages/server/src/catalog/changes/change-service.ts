import { problem } from '@pimento/contract/problem';
import { type ClientId, type Page, pageOf, PimentoError, type ProductId, productIdOf } from '../../platform/index.ts';
import { type FoundPage, searchPage, type SearchDeps } from '../search/product-search-service.ts';
import { anyProduct } from '../views/product-filter-rules.ts';
import { type ChangeCursor, changeCursorText, feedStart, parseChangeCursor } from './change-cursor-rules.ts';
import { byId, type ChangePage, type ChangeQuery, noProducts } from './change-page-rules.ts';
import { compactChanges, readPart } from './change-rules.ts';
import type { FeedItem, FeedPoint } from './change-types.ts';
import { findFeedBounds, isPointKept, listFeedItems } from './change-views.ts';
import { walkProducts } from './change-walk-service.ts';

const findNamedPage = (deps: SearchDeps, clientId: ClientId, productIds: ProductId[]): Promise<FoundPage> =>
  searchPage(deps, {
    clientId,
    filter: { ...anyProduct, productIds },
    after: null,
    limit: productIds.length,
  });

/**
 * Reads the products of the given changes. If the products are very large, reads only the products of the first changes, but at least one
 * product.
 */
async function readProducts(deps: SearchDeps, clientId: ClientId, items: readonly FeedItem[]) {
  const ids = [...new Set(items.map(({ productId }) => productId))];
  if (ids.length === 0) return { items, products: noProducts };
  const page = await findNamedPage(deps, clientId, ids);
  const part = readPart(items, page.through === null ? null : productIdOf(page.through));
  if (part.length > 0) return { items: part, products: byId(page.rows) };
  const single = await findNamedPage(deps, clientId, ids.slice(0, 1));
  return { items: items.slice(0, 1), products: byId(single.rows) };
}

async function readFeed(deps: SearchDeps, query: ChangeQuery, after: FeedPoint): Promise<ChangePage> {
  const { clientId, limit, withProducts } = query;
  const found = await listFeedItems(deps.database, clientId, after, limit + 1);
  // Checked after the read, so that a purge before or during the read is noticed.
  if (!(await isPointKept(deps.database, clientId, after)))
    throw new PimentoError(problem('cursor-expired', { parameter: 'after' }), { parameter: 'after' });
  const page: Page<FeedItem> = pageOf(found, limit);
  const read = withProducts
    ? await readProducts(deps, clientId, page.rows)
    : { items: page.rows, products: noProducts };
  return {
    changes: compactChanges(read.items),
    products: read.products,
    next: changeCursorText({ point: read.items.at(-1)?.point ?? after }),
    hasMore: page.hasMore || read.items.length < page.rows.length,
  };
}

/**
 * Returns the cursor for a reader that has none. This is the beginning of the feed or, if changes have been purged, the beginning of a list
 * of all products.
 */
async function findBeginning(deps: SearchDeps, clientId: ClientId): Promise<ChangeCursor> {
  const { isComplete, end } = await findFeedBounds(deps.database, clientId);
  return isComplete ? { point: feedStart } : { point: end, walkedThrough: productIdOf('') };
}

/**
 * Lists changes to products in the order of commits.
 * @param after `next` of the previous page; undefined to begin with the first change, or with all products if changes have been purged
 * @throws PimentoError unknown-cursor, cursor-expired; if the query includes products, query-too-slow
 */
export async function listChanges(
  deps: SearchDeps,
  query: ChangeQuery,
  after: string | undefined,
): Promise<ChangePage> {
  const { point, walkedThrough } =
    after === undefined ? await findBeginning(deps, query.clientId) : parseChangeCursor(after);
  return walkedThrough === undefined
    ? readFeed(deps, query, point)
    : walkProducts(deps, query, { point, walkedThrough });
}
