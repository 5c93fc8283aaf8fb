import { getSubmissionHead, listSubmittedProducts, reportSubmission } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { AssetFeature } from '../assets/index.ts';
import { isProductId, productText } from '../catalog/index.ts';
import { adapterRoute, nextCursor, parseCursor, PimentoError, type Route, type SecretBox } from '../platform/index.ts';
import { listPinnedAssets } from './snapshot/asset-pin-views.ts';
import { contentLink } from './snapshot/content-link-rules.ts';
import * as service from './progress/report-service.ts';
import { createSnapshotViews } from './snapshot/snapshot-view-cache.ts';
import { listSnapshotProducts, type SubmittedProduct } from './progress/submission-views.ts';
import { readItems } from './progress/report-item-rules.ts';
import type { SubmissionRow } from './submission-types.ts';
import type { SubmitDeps } from './submit/submit-service.ts';

export interface DeliveryDeps extends SubmitDeps {
  /** Signs file URLs. */
  secretBox: SecretBox;
  /** Base URL of files, without a trailing slash; undefined: protocol and host of the request. */
  baseUrl: string | undefined;
  serve: AssetFeature['serve'];
}

/** Creates the routes for adapters: submissions, their products, and reports on them. */
export function deliveryRoutes(deps: DeliveryDeps): Route[] {
  const { database } = deps;
  const views = createSnapshotViews();

  async function productTexts(submission: SubmissionRow, products: readonly SubmittedProduct[]): Promise<string[]> {
    if (submission.operation === 'withdraw')
      return products.map(({ productId, externalId }) => JSON.stringify({ __ID: productId, externalId }));
    const view = await views.view(database, submission.clientId, submission.snapshotHash);
    return products.map((product) => productText(view, product.productId, product.state));
  }

  return [
    adapterRoute(getSubmissionHead, async ({ caller, params, request }) => {
      // HEAD only checks whether the submission exists and does not start the delivery
      const find =
        request.method === 'HEAD'
          ? service.getOwnSubmission(database, caller.adapterId, params.submissionId)
          : service.fetchSubmission(deps, caller.adapterId, params.submissionId);
      return { status: 200, body: service.headView(await find) };
    }),
    adapterRoute(listSubmittedProducts, async ({ caller, params, query, request }) => {
      const after = parseCursor(query.startingAfter, isProductId);
      const submission = await service.fetchSubmission(deps, caller.adapterId, params.submissionId);
      // returns no products, so that adapters that ignore the status do not deliver a cancelled or failed submission
      if (service.isClosed(submission))
        return { status: 200, body: { products: [], assets: {}, hasMore: false, next: null } };
      if (submission.contentClosedAt !== null)
        throw new PimentoError(problem('not-possible-now', { kind: 'submission-expired' }));
      const { products, hasMore } = await listSnapshotProducts(database, submission, { after, limit: query.limit });
      const pinned = await listPinnedAssets(
        database,
        submission,
        products.map((product) => product.productId),
      );
      const baseUrl = deps.baseUrl ?? `${request.protocol}://${request.host}`;
      const linkDeps = { secretBox: deps.secretBox, baseUrl, keyId: caller.keyId, now: deps.clock.now() };
      const assets = Object.fromEntries(
        pinned.map((asset) => [asset.assetId, contentLink(linkDeps, submission, asset)]),
      );
      const texts = await productTexts(submission, products);
      const tail = JSON.stringify({ assets, hasMore, next: nextCursor(hasMore, products.at(-1)?.productId) });
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: `{"products":[${texts.join(',')}],${tail.slice(1)}`,
      };
    }),
    adapterRoute(reportSubmission, async ({ caller, params, body }) => {
      const report = { status: body.status, message: body.message ?? null, ...readItems(body.items ?? []) };
      const { submission, refused } = await service.reportSubmission(
        deps,
        caller.adapterId,
        params.submissionId,
        report,
      );
      const head = service.headView(submission);
      return { status: 200, body: refused.length === 0 ? head : { ...head, refusedItems: refused } };
    }),
  ];
}
