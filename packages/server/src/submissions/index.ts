import type { Route } from '../platform/index.ts';
import { channelProductRoutes } from './channel-product-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { submissionRoutes } from './submission-routes.ts';
import type { SubmitDeps } from './submit-service.ts';

export { type AssetPins, noAssetPins } from './asset-pins.ts';
export { startAutomaticSubmits } from './automatic-runner.ts';
export { runNextAutomatic } from './automatic-service.ts';
export { deleteRules } from './automatic-store.ts';
export { cancelUnfetched } from './submission-store.ts';

export function submissionFeatureRoutes(deps: SubmitDeps): Route[] {
  return [...submissionRoutes(deps), ...channelProductRoutes(deps), ...deliveryRoutes(deps)];
}
