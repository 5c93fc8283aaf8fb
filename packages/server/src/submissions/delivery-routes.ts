import { getSubmissionHead, listSubmittedProducts, reportSubmission } from '@pimento/contract';
import { productText } from '../catalog/index.ts';
import { adapterRoute, type Route } from '../platform/index.ts';
import { nextCursor, readCursor } from './page-cursor.ts';
import * as service from './report-service.ts';
import { createSnapshotViews } from './snapshot-view-cache.ts';
import { readSubmittedProducts } from './submission-views.ts';
import type { SubmitDeps } from './submit-service.ts';

/** What adapters ask and tell about submissions. */
export function deliveryRoutes(deps: SubmitDeps): Route[] {
  const { database } = deps;
  const views = createSnapshotViews();
  return [
    adapterRoute(getSubmissionHead, async ({ caller, params }) => ({
      status: 200,
      body: service.headView(await service.fetchSubmission(deps, caller.adapterId, params.submissionId)),
    })),
    adapterRoute(listSubmittedProducts, async ({ caller, params, query }) => {
      const after = readCursor(query.startingAfter);
      const submission = await service.fetchSubmission(deps, caller.adapterId, params.submissionId);
      // whoever does not look at the status must not deliver what was taken back
      if (submission.status === 'Cancelled')
        return { status: 200, body: { products: [], assets: {}, hasMore: false, next: null } };
      const { products, hasMore } = await readSubmittedProducts(database, submission, { after, limit: query.limit });
      const view = await views.view(database, submission.clientId, submission.snapshotHash);
      const assets = await deps.assets.listLinks(
        database,
        submission,
        products.map((product) => product.productId),
      );
      const texts = products.map((product) => productText(view, product.productId, product.state));
      const tail = JSON.stringify({ assets, hasMore, next: nextCursor(hasMore, products.at(-1)) });
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: `{"products":[${texts.join(',')}],${tail.slice(1)}`,
      };
    }),
    adapterRoute(reportSubmission, async ({ caller, params, body }) => {
      const report = { status: body.status, message: body.message ?? null, items: body.items ?? [] };
      return {
        status: 200,
        body: service.headView(await service.reportSubmission(deps, caller.adapterId, params.submissionId, report)),
      };
    }),
  ];
}
