import * as contract from '@pimento/contract';
import { clientRoute, type Database, isStorableText, nextCursor, parseCursor, type Route } from '../platform/index.ts';
import { assetIdOf } from './references/asset-id-rules.ts';
import { deleteAsset, getAsset, retryAsset } from './records/asset-service.ts';
import { listAssetPage } from './records/asset-views.ts';
import { uploadAsset, type UploadDeps } from './upload-service.ts';

export interface AssetRouteDeps extends UploadDeps {
  database: Database;
  /** Called when a download is due. */
  onDue(): void;
}

export function assetRoutes(deps: AssetRouteDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.uploadAsset, async ({ caller, query, request, pace }) => ({
      status: 200,
      body: await uploadAsset(deps, caller, query, request.raw, pace),
    })),
    clientRoute(contract.listAssets, async ({ caller: { clientId }, query }) => {
      const { status, text, productId, unused, contentType, limit } = query;
      const ids = query.id?.map(assetIdOf);
      const page = { after: parseCursor(query.startingAfter, isStorableText), limit };
      const { assets, hasMore } = await listAssetPage(
        database,
        clientId,
        { ids, status, text, productId, unused, contentType },
        page,
      );
      return { status: 200, body: { assets, hasMore, next: nextCursor(hasMore, assets.at(-1)?.id) } };
    }),
    clientRoute(contract.getAsset, async ({ caller, params }) => ({
      status: 200,
      body: await getAsset(database, caller.clientId, params.assetId),
    })),
    clientRoute(contract.retryAsset, async ({ caller, params }) => {
      const asset = await retryAsset(database, caller.clientId, params.assetId);
      deps.onDue();
      return { status: 200, body: asset };
    }),
    clientRoute(contract.deleteAsset, async ({ caller, params }) => {
      await deleteAsset(database, caller.clientId, params.assetId);
      return { status: 204 };
    }),
  ];
}
