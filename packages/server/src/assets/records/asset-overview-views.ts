import { type AssetCounts, assetStatuses, type AssetStatus } from '@pimento/contract';
import { sql } from 'kysely';
import { type Connection, type ClientId, pageOf, type ProductId } from '../../platform/index.ts';
import { shownStatus } from './asset-status-views.ts';

interface CountRow {
  status: AssetStatus;
  amount: number;
}

function countsOf(rows: readonly CountRow[]): AssetCounts {
  const amounts = new Map(rows.map(({ status, amount }) => [status, amount]));
  // the result has a key for every status
  return Object.fromEntries(assetStatuses.map((status) => [status, amounts.get(status) ?? 0])) as AssetCounts;
}

/** Counts a client's assets by state, and the bytes that are stored for the client. */
export async function readAssetOverview(
  connection: Connection,
  clientId: ClientId,
): Promise<{ counts: AssetCounts; bytes: number }> {
  const counted = await sql<CountRow>`
    select ${shownStatus} as status, count(*) as amount
    from asset
    where asset.client_id = ${clientId}
    group by 1`.execute(connection);
  const stored = await sql<{ bytes: number }>`
    select coalesce(sum(asset_content.size), 0)::bigint as bytes
    from asset_content
    where asset_content.client_id = ${clientId}`.execute(connection);
  return { counts: countsOf(counted.rows), bytes: stored.rows[0]?.bytes ?? 0 };
}

/** Lists the products that refer to an asset, in id order, starting after a product. `places` are attribute keys or PRIMARY_ASSET. */
export async function listUses(
  connection: Connection,
  clientId: ClientId,
  assetId: string,
  page: { after: string; limit: number },
): Promise<{ uses: { productId: ProductId; name: string | null; places: string[] }[]; hasMore: boolean }> {
  const { rows } = await sql<{ productId: ProductId; name: string | null; places: string[] }>`
    select asset_use.product_id as "productId", product.name, asset_use.places
    from asset_use
    join product on product.client_id = ${clientId} and product.product_id = asset_use.product_id
    where asset_use.client_id = ${clientId} and asset_use.asset_id = ${assetId} and asset_use.product_id > ${page.after}
    order by asset_use.product_id
    limit ${page.limit + 1}`.execute(connection);
  const { rows: uses, hasMore } = pageOf(rows, page.limit);
  return { uses, hasMore };
}
