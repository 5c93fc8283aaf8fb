import type { Asset } from '@pimento/contract';
import {
  type Connection,
  type Database,
  isStorableText,
  PimentoError,
  type ClientId,
  transaction,
} from '../../platform/index.ts';
import { problem } from '@pimento/contract/problem';
import { assetIdOf } from '../references/asset-id-rules.ts';
import {
  deleteAssetRow,
  findAssetRow,
  findUsers,
  lockAsset,
  restartDownload,
  restartFailedDownloads,
} from './asset-store.ts';
import type { AssetRow } from './asset-types.ts';
import { findAsset } from './asset-views.ts';

export function unknownAsset(asked: string, kind: 'missing' | 'not-referenced' = 'missing'): PimentoError {
  return new PimentoError(problem('unknown-asset', { kind, assetId: asked.slice(0, 300) }));
}

/** Returns the id of the asset. If the string cannot be stored, returns '', which matches no asset. */
const readAssetId = (asked: string) => (isStorableText(asked) ? assetIdOf(asked) : '');

/** @throws PimentoError unknown-asset */
export async function getAsset(connection: Connection, clientId: ClientId, asked: string): Promise<Asset> {
  const asset = await findAsset(connection, clientId, readAssetId(asked));
  if (!asset) throw unknownAsset(asked);
  return asset;
}

/** @throws PimentoError unknown-asset */
export async function getAssetRow(connection: Connection, clientId: ClientId, asked: string): Promise<AssetRow> {
  const row = await findAssetRow(connection, clientId, readAssetId(asked));
  if (!row) throw unknownAsset(asked);
  return row;
}

/**
 * Deletes an asset that no product refers to. Its bytes are deleted when nothing else refers to them.
 * @throws PimentoError unknown-asset, asset-in-use with `count` and the first `productIds`
 */
export async function deleteAsset(database: Database, clientId: ClientId, asked: string): Promise<void> {
  const assetId = readAssetId(asked);
  await transaction(database, async (transaction) => {
    if (!(await lockAsset(transaction, clientId, assetId))) throw unknownAsset(asked);
    const use = await findUsers(transaction, clientId, assetId);
    if (use.count > 0) throw new PimentoError(problem('asset-in-use', { count: use.count }), { ...use });
    await deleteAssetRow(transaction, clientId, assetId);
  });
}

/**
 * Restarts a download, even if the last one succeeded.
 * @throws PimentoError unknown-asset, not-possible-now for an asset that has no URL or is being downloaded
 */
export async function retryAsset(database: Database, clientId: ClientId, asked: string): Promise<Asset> {
  if (!(await restartDownload(database, clientId, readAssetId(asked)))) {
    const { url } = await getAssetRow(database, clientId, asked);
    throw new PimentoError(
      problem('not-possible-now', { kind: url === null ? 'asset-uploaded' : 'asset-downloading' }),
    );
  }
  return getAsset(database, clientId, asked);
}

/** Restarts every failed download of a client. @returns the number of restarted downloads */
export function retryFailedAssets(connection: Database, clientId: ClientId): Promise<number> {
  return restartFailedDownloads(connection, clientId);
}
