import type { Asset } from '@pimento/contract';
import { type Connection, type Database, PimentoError, type ClientId, transaction } from '../../platform/index.ts';
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

/** @param which what follows "there is no asset X" */
export function unknownAsset(asked: string, which = ''): PimentoError {
  return new PimentoError('unknown-asset', `There is no asset ${JSON.stringify(asked.slice(0, 300))}${which}.`);
}

/** PostgreSQL holds no U+0000, so that no asset can be called that. */
const readAssetId = (asked: string) => (asked.includes('\u0000') ? '' : assetIdOf(asked));

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
 * Deletes an asset that no product refers to; its bytes go when nothing else refers to them.
 * @throws PimentoError unknown-asset, asset-in-use with `count` and the first `productIds`
 */
export async function deleteAsset(database: Database, clientId: ClientId, asked: string): Promise<void> {
  const assetId = readAssetId(asked);
  await transaction(database, async (transaction) => {
    if (!(await lockAsset(transaction, clientId, assetId))) throw unknownAsset(asked);
    const use = await findUsers(transaction, clientId, assetId);
    if (use.count > 0) {
      const users = use.count === 1 ? '1 product refers' : `${use.count} products refer`;
      throw new PimentoError('asset-in-use', `${users} to this asset.`, { ...use });
    }
    await deleteAssetRow(transaction, clientId, assetId);
  });
}

/**
 * Lets a download begin anew, whatever became of the last one.
 * @throws PimentoError unknown-asset, not-possible-now for an asset that has no address or is being downloaded
 */
export async function retryAsset(database: Database, clientId: ClientId, asked: string): Promise<Asset> {
  if (!(await restartDownload(database, clientId, readAssetId(asked)))) {
    const { url } = await getAssetRow(database, clientId, asked);
    const reason = url === null ? 'has no address to be downloaded from; upload it again' : 'is being downloaded now';
    throw new PimentoError('not-possible-now', `This asset ${reason}.`);
  }
  return getAsset(database, clientId, asked);
}

/** Lets every failed download of a client begin anew; answers how many. */
export function retryFailedAssets(connection: Database, clientId: ClientId): Promise<number> {
  return restartFailedDownloads(connection, clientId);
}
