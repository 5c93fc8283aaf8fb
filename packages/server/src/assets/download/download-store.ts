import { sql } from 'kysely';
import type { ClientId, Transaction, Database } from '../../platform/index.ts';
import { mostTries } from './download-rules.ts';

export interface AssetRef {
  clientId: ClientId;
  assetId: string;
}

/** A download that a process has taken up. */
export interface ClaimedDownload extends AssetRef {
  url: string;
  host: string;
  /** This one included. */
  tries: number;
  etag: string | null;
  lastModified: string | null;
  sha256: string | null;
  /** No product refers to it any more and nobody asked for it since. */
  isIdle: boolean;
}

/** A process is taken for dead when its downloads have not shown a heartbeat for this long. */
export const heartbeatLimitSeconds = 30;

const refs = (assets: readonly AssetRef[]) =>
  JSON.stringify(assets.map(({ clientId, assetId }) => ({ c: clientId, a: assetId })));

/**
 * Takes up downloads that are due, host after host, so that a host with a million of them keeps nobody waiting. Each probe of the index
 * finds the next host or the next row: the cost depends on what is taken, not on what waits.
 * What is taken up keeps its `due_at` until it is under way: so long it is shown as waiting.
 * @param wish `after`: the hosts after this one come first; `busy`: downloads that the process has of a host already
 */
export async function claimDownloads(
  connection: Database,
  owner: string,
  wish: { most: number; perHost: number; busy: ReadonlyMap<string, number>; after: string },
): Promise<ClaimedDownload[]> {
  const busy = JSON.stringify([...wish.busy].map(([host, count]) => ({ h: host, n: count })));
  const { rows } = await sql<ClaimedDownload>`
    with recursive waiting (host, place) as (
      (
        select asset.host, 1
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD' and asset.host > ${wish.after}
        order by asset.host
        limit 1
      )
      union all
      select (
        select further.host
        from asset as further
        where further.status = 'WAITING_FOR_DOWNLOAD' and further.host > waiting.host
        order by further.host
        limit 1
      ), waiting.place + 1
      from waiting
      where waiting.host is not null and waiting.place < 500
    ), room as materialized (
      select waiting.host, waiting.place, ${wish.perHost}::integer - coalesce(busy.n, 0) as free
      from waiting
      left join jsonb_to_recordset(${busy}::jsonb) as busy (h text, n integer) on busy.h = waiting.host
      where waiting.host is not null
    ), due as materialized (
      select picked.client_id, picked.asset_id
      from room
      cross join lateral (
        select asset.client_id, asset.asset_id
        from asset
        where asset.status = 'WAITING_FOR_DOWNLOAD' and asset.host = room.host and asset.due_at <= now()
        order by asset.due_at, asset.client_id, asset.asset_id
        limit greatest(room.free, 0)
        for update skip locked
      ) as picked
      limit ${wish.most}
    )
    update asset
    set status = 'DOWNLOADING', owner = ${owner}::uuid, heartbeat_at = now(), tries = asset.tries + 1
    from due
    where asset.client_id = due.client_id and asset.asset_id = due.asset_id
    returning
      asset.client_id as "clientId", asset.asset_id as "assetId", asset.url, asset.host, asset.tries,
      asset.etag, asset.last_modified as "lastModified", asset.sha256,
      asset.sha256 is null and asset.status_code is null and not exists (
        select 1
        from asset_use
        where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
      ) as "isIdle"`.execute(connection);
  return rows;
}

/** Says that downloads which were taken up are under way by now; one that is being settled in this moment needs no word. */
export async function markBegun(connection: Database, owner: string, assets: readonly AssetRef[]): Promise<void> {
  if (assets.length === 0) return;
  await sql`
    with begun as materialized (
      select asset.client_id, asset.asset_id
      from asset
      join jsonb_to_recordset(${refs(assets)}::jsonb) as s (c text, a text)
        on asset.client_id = s.c and asset.asset_id = s.a
      where asset.owner = ${owner}::uuid and asset.status = 'DOWNLOADING'
      for update of asset skip locked
    )
    update asset
    set due_at = null
    from begun
    where asset.client_id = begun.client_id and asset.asset_id = begun.asset_id`.execute(connection);
}

/** Shows that the process still works on these; one that is being settled in this moment needs no sign of life. */
export async function beatDownloads(connection: Database, owner: string, assets: readonly AssetRef[]): Promise<void> {
  if (assets.length === 0) return;
  await sql`
    with living as materialized (
      select asset.client_id, asset.asset_id
      from asset
      join jsonb_to_recordset(${refs(assets)}::jsonb) as s (c text, a text)
        on asset.client_id = s.c and asset.asset_id = s.a
      where asset.owner = ${owner}::uuid
      for update of asset skip locked
    )
    update asset
    set heartbeat_at = now()
    from living
    where asset.client_id = living.client_id and asset.asset_id = living.asset_id`.execute(connection);
}

/** Writes a failure, and when the next try is due; without one the asset has failed, or keeps the content that it has. */
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
      status_code = ${failure.code},
      status_info = ${failure.info},
      due_at = ${failure.nextTryAt},
      owner = null,
      heartbeat_at = null,
      updated_at = now()
    where asset.client_id = ${asset.clientId}
      and asset.asset_id = ${asset.assetId}
      and asset.owner = ${owner}::uuid
      and asset.status = 'DOWNLOADING'`.execute(connection);
}

/** The server has nothing newer than what is stored. */
export async function saveUnchanged(connection: Database, owner: string, asset: AssetRef): Promise<void> {
  await sql`
    update asset
    set status = 'READY', status_code = null, status_info = null, due_at = null, owner = null, heartbeat_at = null, updated_at = now()
    where asset.client_id = ${asset.clientId}
      and asset.asset_id = ${asset.assetId}
      and asset.owner = ${owner}::uuid
      and asset.status = 'DOWNLOADING'
      and asset.sha256 is not null`.execute(connection);
}

/** Gives downloads back that were not begun or not ended; the try does not count. */
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
      and asset.owner = ${owner}::uuid
      and asset.status = 'DOWNLOADING'`.execute(connection);
}

/** Lets others take up the downloads of a process that is gone. @param olderThanSeconds 0 where no other process can be at work */
export async function reapDownloads(connection: Database, olderThanSeconds: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with abandoned as (
      select asset.client_id, asset.asset_id
      from asset
      where asset.owner is not null and asset.heartbeat_at <= now() - make_interval(secs => ${olderThanSeconds})
      for update skip locked
    )
    update asset
    set
      status = case
        when asset.tries < ${mostTries} then 'WAITING_FOR_DOWNLOAD'
        when asset.sha256 is null then 'FAILED'
        else 'READY'
      end,
      due_at = case when asset.tries < ${mostTries} then now() end,
      status_code = 'interrupted',
      status_info = 'The service stopped during the download.',
      owner = null,
      heartbeat_at = null
    from abandoned
    where asset.client_id = abandoned.client_id
      and asset.asset_id = abandoned.asset_id
      and asset.status = 'DOWNLOADING'`.execute(connection);
  return Number(numAffectedRows);
}

/** Locks an idle asset of this owner and deletes it. False where a product refers to it by now. */
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
      and asset.owner = ${owner}::uuid
      and not exists (
        select 1
        from asset_use
        where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
      )`.execute(transaction);
  return numAffectedRows > 0n;
}
