import * as contract from '@pimento/contract';
import { memberRoute, type Route } from '../platform/index.ts';
import { changeView, createView, removeView, type SavedViewDeps } from './saved/saved-view-service.ts';
import { listViews } from './saved/saved-view-views.ts';

/** Creates the routes for saved views of the product list. */
export function savedViewRoutes(deps: SavedViewDeps): Route[] {
  return [
    memberRoute(contract.listProductViews, async ({ caller }) => ({
      status: 200,
      body: { views: await listViews(deps.database, caller) },
    })),
    memberRoute(contract.createProductView, async ({ caller, body }) => ({
      status: 201,
      body: await createView(deps, caller, body),
    })),
    memberRoute(contract.putProductView, async ({ caller, params: { viewId }, query: { expectedVersion }, body }) => ({
      status: 200,
      body: await changeView(deps, caller, { viewId, expectedVersion }, body),
    })),
    memberRoute(contract.deleteProductView, async ({ caller, params: { viewId }, query: { expectedVersion } }) => {
      await removeView(deps, caller, { viewId, expectedVersion });
      return { status: 204 };
    }),
  ];
}
