import type { Route } from '../platform/index.ts';
import type { AccountDeps } from './account-service.ts';
import { adapterRoutes } from './adapter-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { gatewayRoutes } from './gateway-routes.ts';

export function channelRoutes(deps: AccountDeps): Route[] {
  return [...adapterRoutes(deps), ...connectionRoutes(deps), ...gatewayRoutes(deps)];
}
