import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { Arrival, AssetRow } from './asset-types.ts';

/** Locks one asset, so that nobody deletes or refers to it until the transaction ends. False where there is none. */
export async function lockAsset(connection: Connection, clientId: string, assetId: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}
    for update`.execute(connection);
  return rows.length > 0;
}

/** Whether any product refers to an asset that exists. */
export async function isAssetUsed(connection: Connection, clientId: string, assetId: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (
      select 1
      from asset_use
      join asset on asset.client_id = asset_use.client_id and asset.asset_id = asset_use.asset_id
      where asset_use.client_id = ${clientId} and asset_use.asset_id = ${assetId}
    ) as "isUsed"`.execute(connection);
  return rows[0]?.isUsed ?? false;
}

/** How many products refer to an asset, and the first 20 of them. */
export async function findUsers(
  connection: Connection,
  clientId: string,
  assetId: string,
): Promise<{ count: number; productIds: string[] }> {
  const { rows } = await sql<{ count: number; productIds: string[] }>`
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

export async function deleteAssetRow(connection: Connection, clientId: string, assetId: string): Promise<void> {
  await sql`
    delete from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}`.execute(connection);
}

/**
 * Makes assets READY whose bytes have arrived. The caller holds the rows of their contents.
 * @param owner the process that downloaded them: an asset that it no longer owns (uploaded or deleted meanwhile) is left alone. Null for
 * uploads: an asset that no product refers to is left alone
 * @returns which were written
 */
export async function saveArrivals(
  connection: Connection,
  arrivals: readonly Arrival[],
  owner: string | null,
): Promise<Set<Arrival>> {
  const payload = JSON.stringify(
    arrivals.map((arrival, place) => ({
      i: place,
      c: arrival.clientId,
      a: arrival.assetId,
      h: arrival.sha256,
      s: arrival.size,
      t: arrival.contentType,
      n: arrival.name,
      o: arrival.origin,
      e: arrival.etag,
      l: arrival.lastModified,
      x: arrival.width,
      y: arrival.height,
      p: arrival.isPicture ? 'due' : 'none',
    })),
  );
  const { rows } = await sql<{ place: number }>`
    update asset
    set
      status = 'READY',
      status_code = null,
      status_info = null,
      origin = s.o,
      name = s.n,
      content_type = s.t,
      size = s.s,
      sha256 = s.h,
      width = s.x,
      height = s.y,
      preview = s.p,
      preview_due_at = case when s.p = 'due' then now() end,
      preview_tries = 0,
      etag = s.e,
      last_modified = s.l,
      due_at = null,
      owner = null,
      heartbeat_at = null,
      updated_at = now()
    from jsonb_to_recordset(${payload}::jsonb) as s (
      i integer, c text, a text, h text, s bigint, t text, n text, o text, e text, l text, x integer, y integer, p text
    )
    where asset.client_id = s.c
      and asset.asset_id = s.a
      and case
        when ${owner}::uuid is not null then asset.owner = ${owner}::uuid and asset.status = 'DOWNLOADING'
        else exists (
          select 1
          from asset_use
          where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
        )
      end
    returning s.i as place`.execute(connection);
  const written = new Set(rows.map(({ place }) => place));
  return new Set(arrivals.filter((_, place) => written.has(place)));
}

/** Lets a download begin anew, with all its tries. False where the asset is none, or is being downloaded now. */
export async function restartDownload(connection: Connection, clientId: string, assetId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update asset
    set status = 'WAITING_FOR_DOWNLOAD', tries = 0, due_at = now(), updated_at = now()
    where asset.client_id = ${clientId}
      and asset.asset_id = ${assetId}
      and asset.url is not null
      and asset.status <> 'DOWNLOADING'`.execute(connection);
  return numAffectedRows > 0n;
}

/** Lets all failed downloads of a client begin anew, with all their tries; answers how many. Locks in id order. */
export async function restartFailedDownloads(connection: Connection, clientId: string): Promise<number> {
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

/** What is asked while an asset is changed or served, without counting who uses it. */
export async function findAssetRow(
  connection: Connection,
  clientId: string,
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
