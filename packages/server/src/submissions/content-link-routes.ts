import { getSubmittedContent } from '@pimento/contract';
import { openRoute, PimentoError, type Route, clientIdOf } from '../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { isKeyActive } from '../access/index.ts';
import { findPinnedAsset } from './snapshot/asset-pin-views.ts';
import { judgeLink } from './snapshot/content-link-rules.ts';
import type { DeliveryDeps } from './delivery-routes.ts';

/** Creates the route that downloads submitted files. The URL contains a signature, so no credential is needed. */
export function contentLinkRoutes(deps: DeliveryDeps): Route[] {
  return [
    openRoute(getSubmittedContent, async ({ query, request }) => {
      const { client, submission: submissionId, asset: assetId, key: keyId, expires, signature } = query;
      const clientId = clientIdOf(client);
      const target = { clientId, submissionId, assetId, keyId, expires };
      const refusal = judgeLink({ secretBox: deps.secretBox, now: deps.clock.now() }, target, signature);
      if (refusal) throw new PimentoError(refusal);
      const now = deps.clock.now();
      if (!(await isKeyActive(deps.database, keyId, now)))
        throw new PimentoError(problem('forbidden', { kind: 'expired' }));
      const asset = await findPinnedAsset(deps.database, target, assetId);
      if (!asset) throw new PimentoError(problem('not-found', { kind: 'files-gone' }));
      // a store address to which this request is redirected must not outlive the link
      const maxSeconds = Math.floor(expires - now.getTime() / 1000);
      return deps.serve({ clientId, ...asset, maxSeconds }, request);
    }),
  ];
}
