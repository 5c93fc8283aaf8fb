import { sql } from 'kysely';
import type { ClientId, ProductId, Transaction, Database } from '../../platform/index.ts';
import type { ReferringState } from '../references/reference-rules.ts';

/** One attribute whose stored values are being gone through. */
export interface Conversion {
  clientId: ClientId;
  attributeKey: string;
  jobId: string;
  /** The last product that was gone through; '' at first. */
  reached: string;
}

/** So many products at most are read at once, and no more after this many stored bytes: a product may hold megabytes. */
const pageProducts = 500;
const pageBytes = 2 * 1024 * 1024;

/** Begins to go through the values of an attribute, from the first product, whatever was under way before. */
export async function startConversion(
  connection: Transaction,
  conversion: { clientId: ClientId; attributeKey: string; jobId: string; typeId: string },
): Promise<void> {
  await sql`
    insert into asset_conversion (client_id, attribute_key, job_id, type_id, status)
    values (${conversion.clientId}, ${conversion.attributeKey}, ${conversion.jobId}, ${conversion.typeId}, 'Converting')
    on conflict (client_id, attribute_key) do update
    set
      job_id = excluded.job_id, type_id = excluded.type_id, status = excluded.status, reached = '', products = 0,
      owner = null, heartbeat_at = null, started_at = now(), finished_at = null`.execute(connection);
}

/** Takes up a conversion on which nobody works; one whose process shows no heartbeat for so long has lost it. */
export async function claimConversion(
  connection: Database,
  owner: string,
  abandonedAfterSeconds: number,
): Promise<Conversion | undefined> {
  const { rows } = await sql<Conversion>`
    with next as (
      select asset_conversion.client_id, asset_conversion.attribute_key
      from asset_conversion
      where asset_conversion.status = 'Converting'
        and (
          asset_conversion.owner is null
          or asset_conversion.owner = ${owner}::uuid
          or asset_conversion.heartbeat_at <= now() - make_interval(secs => ${abandonedAfterSeconds})
        )
      order by asset_conversion.job_id
      limit 1
      for update skip locked
    )
    update asset_conversion
    set owner = ${owner}::uuid, heartbeat_at = now()
    from next
    where asset_conversion.client_id = next.client_id and asset_conversion.attribute_key = next.attribute_key
    returning
      asset_conversion.client_id as "clientId", asset_conversion.attribute_key as "attributeKey",
      asset_conversion.job_id as "jobId", asset_conversion.reached`.execute(connection);
  return rows[0];
}

export interface Holder extends ReferringState {
  productId: ProductId;
}

/**
 * Locks the next products that hold the attribute or are noted to refer to an asset through it.
 * @param rootId id of the top-level attribute that it is or lies in
 */
export async function lockHolders(connection: Transaction, conversion: Conversion, rootId: string): Promise<Holder[]> {
  const { clientId, attributeKey, reached } = conversion;
  const page = await sql<{ productId: ProductId }>`
    select sized.product_id as "productId"
    from (
      select
        holder.product_id,
        sum(holder.bytes) over (order by holder.product_id) - holder.bytes as bytes_before
      from (
        select product.product_id, pg_column_size(product."values") as bytes
        from product
        where product.client_id = ${clientId}
          and product.product_id > ${reached}
          and (
            product."values" ? ${rootId}
            or exists (
              select 1
              from asset_use
              where asset_use.client_id = product.client_id
                and asset_use.product_id = product.product_id
                and ${attributeKey}::text = any(asset_use.places)
            )
          )
        order by product.product_id
        limit ${pageProducts}
      ) as holder
    ) as sized
    where sized.bytes_before < ${pageBytes}
    order by sized.product_id`.execute(connection);
  const ids = page.rows.map(({ productId }) => productId);
  if (ids.length === 0) return [];
  const { rows } = await sql<Holder>`
    select product.product_id as "productId", product.primary_asset as "primaryAsset", product."values"
    from product
    where product.client_id = ${clientId} and product.product_id = any(${ids})
    order by product.product_id
    for update`.execute(connection);
  const held = new Map(rows.map((row) => [row.productId, row]));
  // A product that was deleted meanwhile is passed over, and its id still says how far this came.
  return ids.map((productId) => held.get(productId) ?? { productId, primaryAsset: null, values: {} });
}

/** Moves a conversion on, or ends it. False where another one of the same attribute has taken its place. */
export async function saveConversionProgress(
  connection: Transaction,
  { clientId, attributeKey, jobId }: Conversion,
  progress: { reached: string; products: number } | 'done',
): Promise<boolean> {
  const isDone = progress === 'done';
  const { reached, products } = isDone ? { reached: null, products: 0 } : progress;
  const { numAffectedRows = 0n } = await sql`
    update asset_conversion
    set
      reached = coalesce(${reached}::text, asset_conversion.reached),
      products = asset_conversion.products + ${products},
      status = ${isDone ? 'Completed' : 'Converting'},
      finished_at = case when ${isDone} then now() end,
      heartbeat_at = now()
    where asset_conversion.client_id = ${clientId}
      and asset_conversion.attribute_key = ${attributeKey}
      and asset_conversion.job_id = ${jobId}`.execute(connection);
  return numAffectedRows > 0n;
}
