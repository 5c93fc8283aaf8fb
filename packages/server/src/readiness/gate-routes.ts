import * as contract from '@pimento/contract';
import { getConnectionView } from '../channels/index.ts';
import { clientRoute, type Route } from '../platform/index.ts';
import { updateConnection } from './gate/connection-settings-service.ts';
import type { ReadinessDeps } from './readiness-routes.ts';

/** Creates the route that changes how a connection uses the data standard of its channel. */
export function gateRoutes({ database, evaluations }: ReadinessDeps): Route[] {
  return [
    clientRoute(contract.updateConnection, async ({ caller, params, body }) => {
      const key = { ...params, clientId: caller.clientId };
      await updateConnection(database, key, body);
      evaluations.wake();
      return { status: 200, body: await getConnectionView(database, key) };
    }),
  ];
}
