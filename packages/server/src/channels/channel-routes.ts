import type { Route } from '../platform/index.ts';
import type { AccountDeps } from './account-service.ts';
import { adapterRoutes } from './adapter-routes.ts';
import { adapterStreamRoutes } from './adapter-stream-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { gatewayRoutes } from './gateway-routes.ts';

export function channelRoutes(deps: AccountDeps): Route[] {
  return [...adapterRoutes(deps), ...adapterStreamRoutes(deps), ...connectionRoutes(deps), ...gatewayRoutes(deps)];
}
