import * as contract from '@pimento/contract';
import { clientRoute, type Database, isStorableText, nextCursor, parseCursor, type Route } from '../platform/index.ts';
import { pathOfKey } from '../structure/index.ts';
import { listUses, readAssetOverview } from './records/asset-overview-views.ts';
import { getAsset, retryFailedAssets } from './records/asset-service.ts';

export interface AssetOverviewDeps {
  database: Database;
  /** Called when downloads are due. */
  onDue(): void;
}

export function assetOverviewRoutes(deps: AssetOverviewDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.getAssetOverview, async ({ caller }) => ({
      status: 200,
      body: await readAssetOverview(database, caller.clientId),
    })),
    clientRoute(contract.retryFailedAssets, async ({ caller }) => {
      const retried = await retryFailedAssets(database, caller.clientId);
      deps.onDue();
      return { status: 200, body: { retried } };
    }),
    clientRoute(contract.listAssetUses, async ({ caller: { clientId }, params, query }) => {
      const { id } = await getAsset(database, clientId, params.assetId);
      const page = { after: parseCursor(query.startingAfter, isStorableText) ?? '', limit: query.limit };
      const { uses, hasMore } = await listUses(database, clientId, id, page);
      const products = uses.map(({ places, ...product }) => ({ ...product, attributes: places.map(pathOfKey) }));
      return { status: 200, body: { products, hasMore, next: nextCursor(hasMore, products.at(-1)?.productId) } };
    }),
  ];
}
