import type { Asset, AssetStatus } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Connection, type ClientId, pageOf } from '../../platform/index.ts';
import { hasStatus, shownStatus } from './asset-status-views.ts';
import type { AssetRow } from './asset-types.ts';

export interface AssetFilter {
  ids: readonly string[] | undefined;
  status: readonly AssetStatus[] | undefined;
  text: string | undefined;
  productId: string | undefined;
  unused: boolean | undefined;
  /** If given, only assets whose content type begins with this text are listed. Letter case is ignored. */
  contentType: string | undefined;
}

/**
 * An asset, the number of products that refer to it, and the last reason why thumbnails could not be made. The reason may concern earlier
 * content of the asset (see `shown`).
 */
export type CountedRow = AssetRow & { usedBy: number; previewCode: string | null; previewInfo: string | null };

/** Returns the API representation of an asset. */
export function shown(row: CountedRow): Asset {
  return {
    id: row.assetId,
    name: row.name,
    contentType: row.contentType,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    origin: row.origin,
    status: row.status,
    statusCode: row.statusCode,
    statusInfo: row.statusInfo,
    tries: row.tries,
    nextTry: row.dueAt?.toISOString() ?? null,
    size: row.size,
    sha256: row.sha256,
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    hasThumbnail: row.preview === 'made',
    preview: row.preview,
    // for other states, the stored code and info are from earlier content
    previewCode: row.preview === 'failed' ? row.previewCode : null,
    previewInfo: row.preview === 'failed' ? row.previewInfo : null,
    usedBy: row.usedBy,
  };
}

/** Builds the columns of a `CountedRow`. @param clientId the client, or the column with the client of each row */
export const columnsOf = (clientId: ClientId | RawBuilder<unknown>) => sql`
  asset.client_id as "clientId", asset.asset_id as "assetId", asset.url, asset.origin,
  ${shownStatus} as status, asset.status_code as "statusCode", asset.status_info as "statusInfo",
  asset.name, asset.content_type as "contentType", asset.size, asset.sha256, asset.width, asset.height,
  asset.preview, asset.preview_code as "previewCode", asset.preview_info as "previewInfo", asset.tries, asset.due_at as "dueAt", asset.created_at as "createdAt", asset.updated_at as "updatedAt",
  (
    select count(*)::int
    from asset_use
    where asset_use.client_id = ${clientId} and asset_use.asset_id = asset.asset_id
  ) as "usedBy"`;

/** Returns the API representation of one asset. @returns undefined if it does not exist */
export async function findAsset(
  connection: Connection,
  clientId: ClientId,
  assetId: string,
): Promise<Asset | undefined> {
  const { rows } = await sql<CountedRow>`
    select ${columnsOf(clientId)}
    from asset
    where asset.client_id = ${clientId} and asset.asset_id = ${assetId}`.execute(connection);
  return rows[0] && shown(rows[0]);
}

function conditions(clientId: ClientId, filter: AssetFilter): RawBuilder<unknown> {
  const all = [sql`asset.client_id = ${clientId}`];
  if (filter.ids !== undefined) all.push(sql`asset.asset_id = any(${filter.ids}::text[])`);
  if (filter.status !== undefined) all.push(hasStatus(filter.status));
  if (filter.text !== undefined) {
    const wanted = sql`(select fold_text(${filter.text}))`;
    all.push(sql`(strpos(fold_text(asset.asset_id), ${wanted}) > 0 or strpos(fold_text(asset.name), ${wanted}) > 0)`);
  }
  if (filter.contentType !== undefined)
    all.push(sql`starts_with(asset.content_type, ${filter.contentType.toLowerCase()})`);
  const uses = sql`select 1 from asset_use where asset_use.client_id = ${clientId} and asset_use.asset_id = asset.asset_id`;
  if (filter.productId !== undefined) all.push(sql`exists (${uses} and asset_use.product_id = ${filter.productId})`);
  if (filter.unused === true) all.push(sql`not exists (${uses})`);
  if (filter.unused === false) all.push(sql`exists (${uses})`);
  return sql.join(all, sql` and `);
}

/** Lists matching assets in id order. @param page `after` is exclusive; null starts at the first asset */
export async function listAssetPage(
  connection: Connection,
  clientId: ClientId,
  filter: AssetFilter,
  page: { after: string | null; limit: number },
): Promise<{ assets: Asset[]; hasMore: boolean }> {
  const { rows } = await sql<CountedRow>`
    select ${columnsOf(clientId)}
    from asset
    where ${conditions(clientId, filter)} and asset.asset_id > ${page.after ?? ''}
    order by asset.asset_id
    limit ${page.limit + 1}`.execute(connection);
  const { rows: assets, hasMore } = pageOf(rows, page.limit);
  return { assets: assets.map(shown), hasMore };
}
