import { sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction, Database } from '../../platform/index.ts';
import type { AssetRow } from './asset-types.ts';

/** Locks one asset, so that no other transaction can delete it or refer to it. @returns false if the asset does not exist */
export async function lockAsset(connection: Transaction, clientId: ClientId, assetId: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}
    for update`.execute(connection);
  return rows.length > 0;
}

/** Counts the products that refer to an asset, and returns the first 20 of them. */
export async function findUsers(
  connection: Connection,
  clientId: ClientId,
  assetId: string,
): Promise<{ count: number; productIds: ProductId[] }> {
  const { rows } = await sql<{ count: number; productIds: ProductId[] }>`
    select
      (
        select count(*)::int
        from asset_use
        where asset_use.client_id = ${clientId} and asset_use.asset_id = ${assetId}
      ) as count,
      array(
        select asset_use.product_id
        from asset_use
        where asset_use.client_id = ${clientId} and asset_use.asset_id = ${assetId}
        order by asset_use.product_id
        limit 20
      ) as "productIds"`.execute(connection);
  return rows[0] ?? { count: 0, productIds: [] };
}

export async function deleteAssetRow(connection: Transaction, clientId: ClientId, assetId: string): Promise<void> {
  await sql`
    delete from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}`.execute(connection);
}

/**
 * Restarts a download and resets its retry count. The download runs even if no product refers to the asset.
 * @returns false if the asset is missing, has no URL or is being downloaded
 */
export async function restartDownload(connection: Database, clientId: ClientId, assetId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update asset
    set status = 'WAITING_FOR_DOWNLOAD', tries = 0, due_at = now(), is_requested = true, updated_at = now()
    where asset.client_id = ${clientId}
      and asset.asset_id = ${assetId}
      and asset.url is not null
      and asset.status <> 'DOWNLOADING'`.execute(connection);
  return numAffectedRows > 0n;
}

/**
 * Restarts all failed downloads of a client and resets their retry counts. Locks rows in id order.
 * @returns the number of restarted downloads
 */
export async function restartFailedDownloads(connection: Database, clientId: ClientId): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with failed as materialized (
      select asset.asset_id
      from asset
      where asset.client_id = ${clientId} and asset.status = 'FAILED' and asset.url is not null
      order by asset.asset_id
      for update
    )
    update asset
    set status = 'WAITING_FOR_DOWNLOAD', tries = 0, due_at = now(), updated_at = now()
    from failed
    where asset.client_id = ${clientId} and asset.asset_id = failed.asset_id`.execute(connection);
  return Number(numAffectedRows);
}

/** Returns an asset without the number of products that refer to it. @returns undefined if it does not exist */
export async function findAssetRow(
  connection: Connection,
  clientId: ClientId,
  assetId: string,
): Promise<AssetRow | undefined> {
  const { rows } = await sql<AssetRow>`
    select
      asset.client_id as "clientId", asset.asset_id as "assetId", asset.url, asset.origin,
      asset.status, asset.status_code as "statusCode", asset.status_info as "statusInfo",
      asset.name, asset.content_type as "contentType", asset.size, asset.sha256, asset.width, asset.height,
      asset.preview, asset.tries, asset.due_at as "dueAt", asset.created_at as "createdAt", asset.updated_at as "updatedAt"
    from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}`.execute(connection);
  return rows[0];
}
