import * as contract from '@pimento/contract';
import { clientRoute, PimentoError, type Route } from '../platform/index.ts';
import { deleteAsset, getAsset, retryAsset } from './asset-service.ts';
import { listAssetPage } from './asset-views.ts';
import { uploadAsset, type UploadDeps } from './upload-service.ts';

export interface AssetRouteDeps extends UploadDeps {
  /** Told when a download is due. */
  onDue(): void;
}

const cursorOf = (assetId: string) => Buffer.from(assetId).toString('base64url');

function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const assetId = Buffer.from(cursor, 'base64url').toString();
  if (cursorOf(assetId) === cursor && !assetId.includes('\u0000')) return assetId;
  throw new PimentoError('invalid-parameter', 'Query parameter startingAfter must be `next` of the page before.', {
    parameter: 'startingAfter',
  });
}

export function assetRoutes(deps: AssetRouteDeps): Route[] {
  const { database } = deps;
  return [
    clientRoute(contract.uploadAsset, async ({ caller, query, request }) => ({
      status: 200,
      body: await uploadAsset(deps, caller, query, request.raw),
    })),
    clientRoute(contract.listAssets, async ({ caller: { clientId }, query }) => {
      const { status, text, productId, unused, limit } = query;
      const page = { after: readCursor(query.startingAfter), limit };
      const { assets, hasMore } = await listAssetPage(database, clientId, { status, text, productId, unused }, page);
      const last = assets.at(-1);
      return { status: 200, body: { assets, hasMore, next: hasMore && last ? cursorOf(last.id) : null } };
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
