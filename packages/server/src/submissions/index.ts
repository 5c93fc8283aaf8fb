import type { Route } from '../platform/index.ts';
import { channelProductRoutes } from './channel-product-routes.ts';
import { contentLinkRoutes } from './content-link-routes.ts';
import { type DeliveryDeps, deliveryRoutes } from './delivery-routes.ts';
import { submissionRoutes } from './submission-routes.ts';

export { isPinned } from './snapshot/asset-pin-store.ts';
export { startAutomaticSubmits } from './automatic/automatic-runner.ts';
export { runNextAutomatic } from './automatic/automatic-service.ts';
export { startContentRetention } from './snapshot/content-retention.ts';
export { deleteRules } from './automatic/automatic-store.ts';
export { cancelUnfetched } from './progress/submission-store.ts';

export function submissionFeatureRoutes(deps: DeliveryDeps): Route[] {
  return [
    ...submissionRoutes(deps),
    ...channelProductRoutes(deps),
    ...deliveryRoutes(deps),
    ...contentLinkRoutes(deps),
  ];
}
