import { sql } from 'kysely';
import {
  type ClientId,
  createLeaseStore,
  type Database,
  type ProductId,
  type Transaction,
} from '../../platform/index.ts';
import type { ReferringState } from '../references/reference-rules.ts';

const leases = createLeaseStore({
  table: 'asset_conversion',
  key: ['client_id', 'attribute_key'],
  status: 'Converting',
});

/** One attribute whose stored values are being converted. */
export interface Conversion {
  clientId: ClientId;
  attributeKey: string;
  jobId: string;
  /** Id of the last converted product, or '' before the first one. */
  reached: string;
}

/**
 * Maximum number of products in one batch. The batch also ends after `pageBytes` stored bytes, because a single product can contain
 * megabytes.
 */
const pageProducts = 500;
const pageBytes = 2 * 1024 * 1024;

/** Starts the conversion of an attribute at the first product. Replaces a conversion that is already running. */
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
      owner = null, heartbeat_at = null, started_at = excluded.started_at, finished_at = null`.execute(connection);
}

/** Claims the oldest conversion that no other process is working on. @returns undefined if there is none */
export async function claimConversion(connection: Database, owner: string): Promise<Conversion | undefined> {
  return leases.claimNext<Conversion>(connection, owner, {
    isDue: sql`asset_conversion.status = 'Converting' and ${leases.isFreeFor(owner)}`,
    order: sql`asset_conversion.job_id`,
    returning: sql`
      asset_conversion.client_id as "clientId", asset_conversion.attribute_key as "attributeKey",
      asset_conversion.job_id as "jobId", asset_conversion.reached`,
  });
}

export interface Holder extends ReferringState {
  productId: ProductId;
}

/**
 * Locks the next products that have a value for the top-level attribute, or an asset reference through the attribute being converted.
 * @param rootId id of the top-level attribute that contains the attribute, or the id of the attribute itself
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
              where asset_use.client_id = ${clientId}
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
  // A product that was deleted after its id was read has no values. Its id still counts as progress.
  return ids.map((productId) => held.get(productId) ?? { productId, primaryAsset: null, values: {} });
}

/**
 * Records the progress or the end of a conversion.
 * @returns false if another process owns the conversion, or a later conversion has replaced it
 */
export async function saveConversionProgress(
  connection: Transaction,
  owner: string,
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
      finished_at = ${isDone ? sql`now()` : sql`null`},
      heartbeat_at = now()
    where asset_conversion.client_id = ${clientId}
      and asset_conversion.attribute_key = ${attributeKey}
      and asset_conversion.job_id = ${jobId}
      and ${leases.isHeldBy(owner)}`.execute(connection);
  return numAffectedRows > 0n;
}
