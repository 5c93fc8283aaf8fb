import type { Asset } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import { isKeyUsable } from '../../access/index.ts';
import type { Transaction } from '../../platform/index.ts';
import { hostOf, isDownload } from '../references/asset-id-rules.ts';
import type { Arrival } from './asset-types.ts';
import { columnsOf, type CountedRow, shown } from './asset-views.ts';

/** @param made the arrivals whose assets were created in this transaction */
const payloadOf = (arrivals: readonly Arrival[], made: ReadonlySet<Arrival>) =>
  JSON.stringify(
    arrivals.map((arrival, place) => ({
      i: place,
      c: arrival.clientId,
      a: arrival.assetId,
      k: arrival.keyId,
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
      m: arrival.isNew === true ? made.has(arrival) : null,
    })),
  );

/**
 * Sets assets to READY when their bytes have arrived, and locks the rows of their contents so that the bytes are not deleted before the
 * transaction ends. Uses only one statement, because another statement would take as long as transferring a file.
 */
async function saveArrivals<Row extends object>(
  connection: Transaction,
  arrivals: readonly Arrival[],
  isWanted: RawBuilder<unknown>,
  returned: RawBuilder<unknown>,
  made: ReadonlySet<Arrival> = new Set(),
): Promise<Map<Arrival, Row>> {
  const { rows } = await sql<Row & { place: number }>`
    with s as materialized (
      select s.i, s.c, s.a, s.k, s.h, s.s, s.t, s.n, s.o, s.e, s.l, s.x, s.y, s.p, s.m
      from jsonb_to_recordset(${payloadOf(arrivals, made)}::jsonb) as s (
        i integer, c text, a text, k text, h text, s bigint, t text, n text, o text, e text, l text, x integer, y integer, p text, m boolean
      )
    ), held as (
      insert into asset_content (client_id, sha256, size)
      select s.c, s.h, max(s.s)
      from s
      group by s.c, s.h
      order by s.c collate "C", s.h collate "C"
      on conflict (client_id, sha256) do update
      set stored_at = excluded.stored_at
    )
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
    from s
    where asset.client_id = s.c and asset.asset_id = s.a and ${isWanted}
    returning s.i as place${returned}`.execute(connection);
  const saved = new Map(rows.map((row) => [row.place, row]));
  return new Map(
    arrivals.flatMap((arrival, place): [Arrival, Row][] => {
      const row = saved.get(place);
      return row ? [[arrival, row]] : [];
    }),
  );
}

/**
 * Creates the assets of the uploads with `isNew`. Each asset is in the state WAITING_FOR_UPLOAD until the upload is saved.
 * @returns the uploads whose assets were created; other uploads have an asset that already exists, or a key that is not usable
 */
async function createAssets(
  connection: Transaction,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<ReadonlySet<Arrival>> {
  const wanted = arrivals.filter(({ isNew }) => isNew);
  if (wanted.length === 0) return new Set();
  const payload = JSON.stringify(
    wanted.map(({ clientId, assetId, keyId }, place) => {
      const url = isDownload(assetId) ? assetId : null;
      return { i: place, c: clientId, a: assetId, k: keyId, u: url, h: url === null ? null : hostOf(url) };
    }),
  );
  const { rows } = await sql<{ clientId: string; assetId: string }>`
    insert into asset (client_id, asset_id, url, host, origin, status, name)
    select s.c, s.a, s.u, s.h, 'upload', 'WAITING_FOR_UPLOAD', left(s.a, 200)
    from jsonb_to_recordset(${payload}::jsonb) as s (i integer, c text, a text, k text, u text, h text)
    where s.k is null or ${isKeyUsable(sql`s.k`, now)}
    order by s.c collate "C", s.a collate "C"
    on conflict (client_id, asset_id) do nothing
    returning asset.client_id as "clientId", asset.asset_id as "assetId"`.execute(connection);
  return new Set(
    wanted.filter((arrival) =>
      rows.some(({ clientId, assetId }) => clientId === arrival.clientId && assetId === arrival.assetId),
    ),
  );
}

/**
 * Saves uploads. A key is checked at the end, because a large upload can take a long time.
 * @param now decides whether a key has expired
 * @returns the rows of the saved assets; an upload is not saved if the caller's key is not usable, or if the asset existed before and no
 * product refers to it any more
 */
export async function saveUploads(
  connection: Transaction,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<ReadonlyMap<Arrival, Asset>> {
  const made = await createAssets(connection, arrivals, now);
  const isWanted = sql`(s.k is null or ${isKeyUsable(sql`s.k`, now)}) and coalesce(s.m, exists (
    select 1
    from asset_use
    where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
  ))`;
  const saved = await saveArrivals<CountedRow>(
    connection,
    arrivals,
    isWanted,
    sql`, ${columnsOf(sql`asset.client_id`)}`,
    made,
  );
  return new Map([...saved].map(([arrival, row]) => [arrival, shown(row)]));
}

/**
 * Saves downloads.
 * @returns the downloads that this process still owned; other downloads, whose assets were uploaded or deleted during the download, are not
 * saved
 */
export function saveDownloads(
  connection: Transaction,
  arrivals: readonly Arrival[],
  owner: string,
): Promise<ReadonlyMap<Arrival, unknown>> {
  const isOwned = sql`asset.owner = ${owner}::uuid and asset.status = 'DOWNLOADING'`;
  return saveArrivals(connection, arrivals, isOwned, sql``);
}
