import { sql } from 'kysely';
import type { ClientId, ProductId, Transaction } from '../../platform/core.ts';

/** An asset that a product refers to. It is created if it is missing, and then waits for an upload if it has no URL. */
export interface NamedAsset {
  assetId: string;
  url: string | null;
  host: string | null;
}

export interface AssetUse {
  productId: ProductId;
  assetId: string;
  places: string[];
}

/**
 * Creates missing assets and locks existing ones, so that no asset is deleted before the transaction refers to it.
 * @param assets without duplicates; rows are locked in id order, as in every other writer
 * @returns false if an existing asset was deleted before it was locked; the transaction must then be repeated
 */
export async function createNamedAssets(
  connection: Transaction,
  clientId: ClientId,
  assets: readonly NamedAsset[],
): Promise<boolean> {
  const payload = JSON.stringify(assets.map(({ assetId, url, host }) => ({ i: assetId, u: url, h: host })));
  const { rows } = await sql<{ assetId: string }>`
    insert into asset (client_id, asset_id, url, host, origin, status, name, due_at)
    select
      ${clientId}, s.i, s.u, s.h,
      case when s.u is null then 'upload' else 'download' end,
      case when s.u is null then 'WAITING_FOR_UPLOAD' else 'WAITING_FOR_DOWNLOAD' end,
      left(s.i, 200),
      case when s.u is null then null else now() end
    from jsonb_to_recordset(${payload}::jsonb) as s (i text, u text, h text)
    order by s.i collate "C"
    on conflict (client_id, asset_id) do nothing
    returning asset.asset_id as "assetId"`.execute(connection);
  const made = new Set(rows.map(({ assetId }) => assetId));
  const others = assets.map(({ assetId }) => assetId).filter((assetId) => !made.has(assetId));
  if (others.length === 0) return true;
  const held = await sql<{ found: number }>`
    select 1 as found
    from asset
    where asset.client_id = ${clientId}
      and asset.asset_id in (select value from jsonb_array_elements_text(${JSON.stringify(others)}::jsonb) as s (value))
    order by asset.asset_id
    for key share of asset`.execute(connection);
  return held.rows.length === others.length;
}

/** Writes the references of products. @param changed products whose stored references are deleted if they are not in `uses` */
export async function saveUses(
  connection: Transaction,
  clientId: ClientId,
  changed: readonly string[],
  uses: readonly AssetUse[],
): Promise<void> {
  if (changed.length > 0) {
    const kept = JSON.stringify(uses.map(({ productId, assetId }) => ({ p: productId, a: assetId })));
    await sql`
      delete from asset_use
      where asset_use.client_id = ${clientId}
        and asset_use.product_id in (select value from jsonb_array_elements_text(${JSON.stringify(changed)}::jsonb) as s (value))
        and not exists (
          select 1
          from jsonb_to_recordset(${kept}::jsonb) as kept (p text, a text)
          where kept.p = asset_use.product_id and kept.a = asset_use.asset_id
        )`.execute(connection);
  }
  if (uses.length === 0) return;
  const payload = JSON.stringify(
    uses.map(({ productId, assetId, places }) => ({ p: productId, a: assetId, k: places })),
  );
  await sql`
    insert into asset_use (client_id, product_id, asset_id, places)
    select ${clientId}, s.p, s.a, s.k
    from jsonb_to_recordset(${payload}::jsonb) as s (p text, a text, k text[])
    order by s.p collate "C", s.a collate "C"
    on conflict (client_id, product_id, asset_id) do update
    set places = excluded.places
    where asset_use.places is distinct from excluded.places`.execute(connection);
}

/** Deletes all references of deleted products. */
export async function deleteUses(
  connection: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<void> {
  await sql`
    delete from asset_use
    where asset_use.client_id = ${clientId} and asset_use.product_id = any(${productIds})`.execute(connection);
}
