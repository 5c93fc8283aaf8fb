import * as contract from '@pimento/contract';
import { clientRoute, type Route } from '../platform/index.ts';
import { loadStructure } from '../structure/index.ts';
import type { ChangePage } from './changes/change-page-rules.ts';
import { listChanges } from './changes/change-service.ts';
import type { SearchDeps } from './search/product-search-service.ts';
import { resolveFields } from './views/product-filter-rules.ts';
import { compileProductView, type ProductView, productText } from './views/product-view-rules.ts';

/** Formats a page as JSON text. A change other than a deletion includes `attributes` if its product was read for this page. */
function pageText({ changes, products, next, hasMore }: ChangePage, view: ProductView | undefined): string {
  const texts = changes.map((change) => {
    const head = JSON.stringify(change);
    const row = products.get(change.productId);
    if (row === undefined || view === undefined || change.type === 'deleted') return head;
    return `${head.slice(0, -1)},"attributes":${productText(view, row.productId, row.state)}}`;
  });
  return `{"changes":[${texts.join(',')}],${JSON.stringify({ next, hasMore }).slice(1)}`;
}

/** Creates the route of the change feed. */
export function productChangeRoutes(deps: SearchDeps): Route[] {
  return [
    clientRoute(contract.listProductChanges, async ({ caller: { clientId }, query }) => {
      const withProducts = query.attributes || query.fields !== undefined;
      const structure = withProducts ? await loadStructure(deps.database, clientId) : undefined;
      const view = structure && compileProductView(structure, resolveFields(structure, query.fields));
      const page = await listChanges(deps, { clientId, limit: query.limit, withProducts }, query.after);
      return {
        status: 200,
        body: pageText(page, view),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      };
    }),
  ];
}
