import { sql } from 'kysely';
import { type ClientId, type Database, createLeaseStore, type Transaction } from '../../platform/index.ts';
import { maxTries } from './download-rules.ts';

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

/** Limits for the downloads that a process may claim in one call. */
export interface DownloadCapacity {
  /** Maximum number of downloads, in total, per host and per client. */
  max: number;
  perHost: number;
  perClient: number;
  /** Number of downloads that are running or queued in this process, keyed by host without port and by client. */
  busyHosts: ReadonlyMap<string, number>;
  busyClients: ReadonlyMap<string, number>;
  /** Claims begin with the first client and host after this position. */
  after: HostPosition;
}

/** A position in the cycle of claims: a client, and a host from which it downloads. Positions are ordered by client, then by host. */
export interface HostPosition {
  clientId: string;
  host: string;
}

/** Maximum number of pairs of client and host in which one statement looks for due downloads. */
const windowHosts = 500;

const countsOf = (counts: ReadonlyMap<string, number>) =>
  JSON.stringify([...counts].map(([name, count]) => ({ k: name, n: count })));

/** Builds a CTE of the first `windowHosts` pairs of client and host with waiting downloads after the given pair. */
const waitingHosts = (after: HostPosition) => sql`
    waiting (client_id, host, position) as (
      (
        select asset.client_id, asset.host, 1
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD' and (asset.client_id, asset.host) > (${after.clientId}, ${after.host})
        order by asset.client_id, asset.host
        limit 1
      )
      union all
      select next.client_id, next.host, waiting.position + 1
      from waiting
      cross join lateral (
        select further.client_id, further.host
        from asset as further
        where further.status = 'WAITING_FOR_DOWNLOAD'
          and (further.client_id, further.host) > (waiting.client_id, waiting.host)
        order by further.client_id, further.host
        limit 1
      ) as next
      where waiting.position < ${windowHosts}
    )`;

/**
 * Selects the keys of due downloads client by client and host by host, so that neither a client nor a host with a million downloads delays
 * the others. Each index probe finds the next host of a client or the next row. The cost depends on the number of hosts and of claimed
 * rows, not on the number of waiting rows.
 */
function dueDownloads({ max, perHost, perClient, busyHosts, busyClients, after }: DownloadCapacity) {
  return sql`
    with recursive ${waitingHosts(after)}, capacity as materialized (
      select
        waiting.client_id,
        waiting.host,
        row_number() over (partition by waiting.client_id order by waiting.host) as turn,
        ${perHost}::integer - coalesce(busy_host.n, 0) as free,
        ${perClient}::integer - coalesce(busy_client.n, 0) as client_free
      from waiting
      left join jsonb_to_recordset(${countsOf(busyHosts)}::jsonb) as busy_host (k text, n integer)
        on busy_host.k = regexp_replace(waiting.host, ':[0-9]+$', '')
      left join jsonb_to_recordset(${countsOf(busyClients)}::jsonb) as busy_client (k text, n integer)
        on busy_client.k = waiting.client_id
    ), share as materialized (
      select greatest(1, ${max}::integer / greatest(1, count(distinct capacity.client_id)))::integer as size
      from capacity
      where capacity.client_free > 0
    ), picked as materialized (
      select found.client_id, found.asset_id, capacity.client_free
      from (
        select capacity.client_id, capacity.host, capacity.free, capacity.client_free
        from capacity
        where capacity.free > 0 and capacity.client_free > 0
        order by capacity.turn, capacity.client_id
      ) as capacity
      cross join share
      cross join lateral (
        select asset.client_id, asset.asset_id
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD'
          and asset.client_id = capacity.client_id
          and asset.host = capacity.host
          and asset.due_at <= now()
        order by asset.due_at, asset.asset_id
        limit least(capacity.free, capacity.client_free, share.size)
        for update skip locked
      ) as found
      limit ${max}
    )
    select numbered.client_id, numbered.asset_id
    from (
      select
        picked.client_id,
        picked.asset_id,
        picked.client_free,
        row_number() over (partition by picked.client_id) as number
      from picked
    ) as numbered
    where numbered.number <= numbered.client_free`;
}

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

/**
 * Returns the last pair of client and host in which `claimDownloads` looks for due downloads.
 * @returns undefined if there are fewer than `windowHosts` such pairs
 */
export async function findWindowEnd(connection: Database, after: HostPosition): Promise<HostPosition | undefined> {
  const { rows } = await sql<HostPosition>`
    with recursive ${waitingHosts(after)}
    select waiting.client_id as "clientId", waiting.host
    from waiting
    where waiting.position = ${windowHosts}`.execute(connection);
  return rows[0];
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
