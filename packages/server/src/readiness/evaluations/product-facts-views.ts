import { type RawBuilder, sql } from 'kysely';
import type { ChannelId, ClientId, Connection } from '../../platform/core.ts';
import type { EvaluatedProduct } from '../evaluate/ruleset-input.ts';

/** A query adds products until their stored values reach this number of bytes. A single product can contain megabytes. */
const pageBytes = 4 * 1024 * 1024;

export interface ProductRow extends EvaluatedProduct {
  revision: number;
  /** As text, so that no digits are lost. */
  createdAt: string;
}

const idRows = (productIds: readonly string[]): RawBuilder<unknown> =>
  sql`unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C")`;

/**
 * Returns the first of the given products in ascending order of id, up to `pageBytes` stored bytes, but at least one product. Ids without a
 * product are skipped.
 */
export async function listEvaluatedProducts(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly string[],
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select
      page.product_id as "productId", page.name, page.family, page.category, page.primary_asset as "primaryAsset",
      page."values"::text as "values", page.packaging, page.revision, page.created_at::text as "createdAt"
    from (
      select
        product.product_id, product.name, product.family, product.category, product.primary_asset,
        product."values", product.packaging, product.revision, product.created_at,
        sum(pg_column_size(product."values")) over (order by product.product_id rows unbounded preceding)
          - pg_column_size(product."values") as bytes_before
      from ${idRows(productIds)} as wanted (product_id)
      join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    ) as page
    where page.bytes_before < ${pageBytes}
    order by page.product_id`.execute(connection);
  return rows;
}

export interface AssetRow {
  productId: string;
  assetId: string;
  status: string;
  /** True if there is content, even if newer content is being downloaded. */
  hasContent: boolean;
  name: string;
  contentType: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  url: string | null;
  origin: 'upload' | 'download';
}

/** Returns the files that products refer to. */
export async function listAssetsOf(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly string[],
): Promise<AssetRow[]> {
  const { rows } = await sql<AssetRow>`
    select
      asset_use.product_id as "productId", asset_use.asset_id as "assetId", asset.status,
      asset.sha256 is not null and asset.size is not null as "hasContent", asset.name,
      case
        when asset.sha256 is not null and asset.size is not null
        then coalesce(asset.content_type, 'application/octet-stream')
        else asset.content_type
      end as "contentType", asset.size, asset.width, asset.height, asset.url, asset.origin
    from ${idRows(productIds)} as wanted (product_id)
    join asset_use on asset_use.client_id = ${clientId} and asset_use.product_id = wanted.product_id
    join asset on asset.client_id = ${clientId} and asset.asset_id = asset_use.asset_id`.execute(connection);
  return rows;
}

export interface OverrideRow {
  channelId: ChannelId;
  productId: string;
  /** Path of the target. The empty string represents the category. */
  target: string;
  value: unknown;
  productRevision: number;
}

/** Returns the values that people have set for products, on all channels. */
export async function listOverridesOf(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly string[],
): Promise<OverrideRow[]> {
  const { rows } = await sql<OverrideRow>`
    select
      channel_override.channel_id as "channelId", channel_override.product_id as "productId", channel_override.target,
      channel_override.value, channel_override.product_revision as "productRevision"
    from channel_override
    where channel_override.client_id = ${clientId}
      and channel_override.product_id in (select wanted.product_id from ${idRows(productIds)} as wanted (product_id))`.execute(
    connection,
  );
  return rows;
}
