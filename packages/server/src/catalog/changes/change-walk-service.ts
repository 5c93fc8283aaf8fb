import { pageOf, type ProductId, productIdOf } from '../../platform/index.ts';
import { searchPage, type SearchDeps } from '../search/product-search-service.ts';
import { anyProduct } from '../views/product-filter-rules.ts';
import { type ChangeCursor, changeCursorText } from './change-cursor-rules.ts';
import { byId, type ChangePage, type ChangeQuery, noProducts } from './change-page-rules.ts';
import type { ProductChange } from './change-types.ts';
import { listAsCreated } from './change-views.ts';

/** Lists the next products in id order, with their current values. */
async function walkWithProducts(deps: SearchDeps, { clientId, limit }: ChangeQuery, after: ProductId) {
  const { rows, through } = await searchPage(deps, { clientId, filter: anyProduct, after, limit });
  const changes = rows.map(({ productId, revision, updatedAt }): ProductChange => {
    return { productId, type: 'created', revision, at: updatedAt };
  });
  return { changes, products: byId(rows), hasMore: through !== null };
}

async function walk(deps: SearchDeps, { clientId, limit }: ChangeQuery, after: ProductId) {
  const page = pageOf(await listAsCreated(deps.database, clientId, after, limit + 1), limit);
  return { changes: page.rows, products: noProducts, hasMore: page.hasMore };
}

/**
 * Lists the next products in id order. After the last product, the cursor continues in the feed at the point where the feed ended when the
 * walk began.
 */
export async function walkProducts(
  deps: SearchDeps,
  query: ChangeQuery,
  { point, walkedThrough }: Required<ChangeCursor>,
): Promise<ChangePage> {
  const after = walkedThrough ?? productIdOf('');
  const { changes, products, hasMore } = await (query.withProducts ? walkWithProducts : walk)(deps, query, after);
  const last = hasMore ? (changes.at(-1)?.productId ?? after) : undefined;
  return { changes, products, next: changeCursorText({ point, walkedThrough: last }), hasMore: true };
}
