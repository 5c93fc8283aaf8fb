import * as contract from '@pimento/contract';
import { clientRoute, type Route } from '../../platform/index.ts';
import type { DeleteDeps } from './product-delete-service.ts';
import { getDeletion, startDeletion } from './product-deletion-service.ts';

export function productDeletionRoutes(deps: DeleteDeps & { onQueued: () => void }): Route[] {
  return [
    clientRoute(contract.startProductDeletion, async ({ caller, body }) => {
      const started = await startDeletion(deps, caller, body);
      deps.onQueued();
      return { status: 202, body: started };
    }),
    clientRoute(contract.getProductDeletion, async ({ caller, params }) => ({
      status: 200,
      body: await getDeletion(deps.database, caller.clientId, params.deletionId),
    })),
  ];
}
