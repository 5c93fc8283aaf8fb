import { getSubmittedContent } from '@pimento/contract';
import { openRoute, PimentoError, type Route, clientIdOf } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { findPinnedAsset } from './snapshot/asset-pin-views.ts';
import { checkLink } from './snapshot/content-link.ts';
import type { DeliveryDeps } from './delivery-routes.ts';

/** The files of submissions, for whoever has a signed address. */
export function contentLinkRoutes(deps: DeliveryDeps): Route[] {
  return [
    openRoute(getSubmittedContent, async ({ query, request }) => {
      const { client, submission: submissionId, asset: assetId, expires, signature } = query;
      const clientId = clientIdOf(client);
      const target = { clientId, submissionId, assetId, expires };
      checkLink({ secretBox: deps.secretBox, now: deps.clock.now() }, target, signature);
      const asset = await findPinnedAsset(deps.database, target, assetId);
      if (!asset) throw new PimentoError(problem('not-found', { kind: 'files-gone' }));
      return deps.serve({ clientId, ...asset }, request);
    }),
  ];
}
