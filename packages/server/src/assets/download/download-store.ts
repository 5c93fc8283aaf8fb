import { sql } from 'kysely';
import { type ClientId, type Database, createLeaseStore, type Transaction } from '../../platform/index.ts';
import { maxTries } from './download-rules.ts';
import { type DownloadCapacity, dueDownloads } from './due-download-views.ts';

export interface AssetRef {
  clientId: ClientId;
  assetId: string;
}

export interface ClaimedDownload extends AssetRef {
  url: string;
  host: string;
  /** Number of tries, including the current one. */
  tries: number;
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
  /** True if no product refers to the asset any more, no earlier try has stored a file or failed, and no request has restarted it. */
  isIdle: boolean;
}

const downloadLeases = createLeaseStore({
  table: 'asset',
  key: ['client_id', 'asset_id'],
  status: 'DOWNLOADING',
});

const refs = (assets: readonly AssetRef[]) =>
  JSON.stringify(assets.map(({ clientId, assetId }) => ({ c: clientId, a: assetId })));

/** Claims due downloads. Their `due_at` does not change until they are marked as started, so they are shown as waiting until then. */
export function claimDownloads(
  connection: Database,
  owner: string,
  capacity: DownloadCapacity,
): Promise<ClaimedDownload[]> {
  return downloadLeases.claim<ClaimedDownload>(connection, owner, {
    due: dueDownloads(capacity),
    set: sql`, tries = asset.tries + 1`,
    returning: sql`
      asset.client_id as "clientId", asset.asset_id as "assetId", asset.url, asset.host, asset.tries,
      asset.etag, asset.last_modified as "lastModified", asset.sha256,
      asset.sha256 is null and asset.status_code is null and not asset.is_requested and not exists (
        select 1
        from asset_use
        where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
      ) as "isIdle"`,
  });
}

/** Marks claimed downloads as started. Skips locked rows, because their results are being written. */
export async function markStarted(connection: Database, owner: string, assets: readonly AssetRef[]): Promise<void> {
  if (assets.length === 0) return;
  await sql`
    with started as materialized (
      select asset.client_id, asset.asset_id
      from asset
      join jsonb_to_recordset(${refs(assets)}::jsonb) as s (c text, a text)
        on asset.client_id = s.c and asset.asset_id = s.a
      where ${downloadLeases.isHeldBy(owner)}
      for update of asset skip locked
    )
    update asset
    set due_at = null
    from started
    where asset.client_id = started.client_id and asset.asset_id = started.asset_id`.execute(connection);
}

export async function heartbeatDownloads(
  connection: Database,
  owner: string,
  assets: readonly AssetRef[],
): Promise<void> {
  if (assets.length === 0) return;
  const isListed = sql`(asset.client_id, asset.asset_id) in (
    select s.c, s.a
    from jsonb_to_recordset(${refs(assets)}::jsonb) as s (c text, a text)
  )`;
  await downloadLeases.heartbeat(connection, owner, isListed);
}

/** Records a failure and the time of the next try. If no tries are left, the asset fails, or keeps the content that it already has. */
export async function saveFailure(
  connection: Database,
  owner: string,
  asset: AssetRef,
  failure: { code: string; info: string; nextTryAt: Date | null },
): Promise<void> {
  await sql`
    update asset
    set
      status = case
        when ${failure.nextTryAt}::timestamptz is not null then 'WAITING_FOR_DOWNLOAD'
        when asset.sha256 is null then 'FAILED'
        else 'READY'
      end,
      is_noticed = ${failure.nextTryAt}::timestamptz is not null or asset.sha256 is not null,
      status_code = ${failure.code},
      status_info = ${failure.info},
      due_at = ${failure.nextTryAt},
      owner = null,
      heartbeat_at = null,
      updated_at = now()
    where asset.client_id = ${asset.clientId}
      and asset.asset_id = ${asset.assetId}
      and ${downloadLeases.isHeldBy(owner)}`.execute(connection);
}

/** Records that the server has no newer content than the stored content. */
export async function saveUnchanged(connection: Database, owner: string, asset: AssetRef): Promise<void> {
  await sql`
    update asset
    set status = 'READY', status_code = null, status_info = null, due_at = null, owner = null, heartbeat_at = null, updated_at = now()
    where asset.client_id = ${asset.clientId}
      and asset.asset_id = ${asset.assetId}
      and ${downloadLeases.isHeldBy(owner)}
      and asset.sha256 is not null`.execute(connection);
}

/** Returns unstarted and incomplete downloads to the queue. The try does not count. */
export async function releaseDownloads(
  connection: Database,
  owner: string,
  assets: readonly AssetRef[],
): Promise<void> {
  if (assets.length === 0) return;
  await sql`
    update asset
    set status = 'WAITING_FOR_DOWNLOAD', tries = greatest(asset.tries - 1, 0), due_at = now(), owner = null, heartbeat_at = null
    from jsonb_to_recordset(${refs(assets)}::jsonb) as s (c text, a text)
    where asset.client_id = s.c
      and asset.asset_id = s.a
      and ${downloadLeases.isHeldBy(owner)}`.execute(connection);
}

/**
 * Expires the leases of downloads whose process has ended. They become due again. After the last try they fail, or keep the stored content.
 * @param olderThanSeconds 0 if no other process can be running
 * @returns the number of expired downloads
 */
export function expireDownloads(connection: Database, olderThanSeconds: number): Promise<number> {
  const hasTries = sql`asset.tries < ${maxTries}`;
  return downloadLeases.expire(
    connection,
    { olderThanSeconds },
    {
      set: sql`
        status = case
          when ${hasTries} then 'WAITING_FOR_DOWNLOAD'
          when asset.sha256 is null then 'FAILED'
          else 'READY'
        end,
        is_noticed = ${hasTries} or asset.sha256 is not null,
        due_at = case when ${hasTries} then now() end,
        status_code = 'interrupted',
        status_info = 'The service stopped during the download.',
        heartbeat_at = null`,
    },
  );
}

/** Locks an idle asset of this owner and deletes it. @returns false if it is in use again or no longer owned */
export async function deleteIdleDownload(transaction: Transaction, owner: string, asset: AssetRef): Promise<boolean> {
  await sql`
    select 1 as found
    from asset
    where asset.client_id = ${asset.clientId} and asset.asset_id = ${asset.assetId}
    for update`.execute(transaction);
  const { numAffectedRows = 0n } = await sql`
    delete from asset
    where asset.client_id = ${asset.clientId}
      and asset.asset_id = ${asset.assetId}
      and ${downloadLeases.isHeldBy(owner)}
      and not exists (
        select 1
        from asset_use
        where asset_use.client_id = ${asset.clientId} and asset_use.asset_id = asset.asset_id
      )`.execute(transaction);
  return numAffectedRows > 0n;
}
