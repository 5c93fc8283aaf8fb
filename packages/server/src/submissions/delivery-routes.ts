import { getSubmissionHead, listSubmittedProducts, reportSubmission } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { AssetFeature } from '../assets/index.ts';
import { isProductId } from '../catalog/index.ts';
import { adapterRoute, nextCursor, parseCursor, PimentoError, type Route, type SecretBox } from '../platform/index.ts';
import type { ChannelPages } from './delivery/channel-page-runner.ts';
import type { ChannelPageKey } from './delivery/channel-page-service.ts';
import { findDeliveredStandard } from './delivery/delivered-standard-views.ts';
import { readPage } from './delivery/delivery-service.ts';
import { shownVersion } from './delivery/shape-choice-rules.ts';
import type { PinnedAsset } from './snapshot/asset-pin-views.ts';
import { contentLink } from './snapshot/content-link-rules.ts';
import * as service from './progress/report-service.ts';
import { createSnapshotViews } from './snapshot/snapshot-view-cache.ts';
import { readItems } from './progress/report-item-rules.ts';
import type { SubmissionRow } from './submission-types.ts';
import type { SubmitDeps } from './submit/submit-service.ts';

export interface DeliveryDeps extends SubmitDeps {
  /** Signs file URLs. */
  secretBox: SecretBox;
  /** Base URL of files, without a trailing slash. If undefined, the protocol and host of the request are used. */
  baseUrl: string | undefined;
  serve: AssetFeature['serve'];
}

function pixelSize({ width, height }: PinnedAsset) {
  return width === null || height === null ? {} : { width, height };
}

/** Returns the API representation of a submission for its adapter. */
async function headOf({ database }: Pick<DeliveryDeps, 'database'>, submission: SubmissionRow) {
  const standardVersion = shownVersion(await findDeliveredStandard(database, submission));
  return { ...service.headView(submission), ...(standardVersion !== undefined && { standardVersion }) };
}

/** Creates the routes with which adapters read submissions and their products, and report on them. */
export function deliveryRoutes(deps: DeliveryDeps & { channelPages: ChannelPages }): Route[] {
  const { database, channelPages } = deps;
  const pageDeps = {
    database,
    views: createSnapshotViews(),
    readChannelPage: (key: ChannelPageKey) => channelPages.read(key),
  };
  return [
    adapterRoute(getSubmissionHead, async ({ caller, params, request }) => {
      // A HEAD request only checks whether the submission exists. It does not start the delivery.
      const find =
        request.method === 'HEAD'
          ? service.getOwnSubmission(database, caller.adapterId, params.submissionId)
          : service.fetchSubmission(deps, caller.adapterId, params.submissionId);
      return { status: 200, body: await headOf(deps, await find) };
    }),
    adapterRoute(listSubmittedProducts, async ({ caller, params, query, request }) => {
      const after = parseCursor(query.startingAfter, isProductId);
      const submission = await service.fetchSubmission(deps, caller.adapterId, params.submissionId);
      // The page of a closed submission has no products, because an adapter that ignores the status must not deliver a cancelled or failed
      // submission.
      if (service.isClosed(submission))
        return { status: 200, body: { products: [], assets: {}, hasMore: false, next: null } };
      if (submission.contentClosedAt !== null)
        throw new PimentoError(problem('not-possible-now', { kind: 'submission-expired' }));
      const { products, assets, last, hasMore, isShaped } = await readPage(
        pageDeps,
        submission,
        { after, limit: query.limit },
        query.shape,
      );
      const baseUrl = deps.baseUrl ?? `${request.protocol}://${request.host}`;
      const linkDeps = { secretBox: deps.secretBox, baseUrl, keyId: caller.keyId, now: deps.clock.now() };
      const links = assets.map((asset) => {
        const link = contentLink(linkDeps, submission, asset);
        return [asset.assetId, isShaped ? { ...link, ...pixelSize(asset) } : link] as const;
      });
      const tail = JSON.stringify({ assets: Object.fromEntries(links), hasMore, next: nextCursor(hasMore, last) });
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: `{"products":[${products}],${tail.slice(1)}`,
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
      const head = await headOf(deps, submission);
      return { status: 200, body: refused.length === 0 ? head : { ...head, refusedItems: refused } };
    }),
  ];
}
