import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

/**
 * Claims failed downloads for which no notice has been created yet. Returns one cause per client. A download that has succeeded meanwhile
 * is also claimed, but is not counted in the cause.
 */
export async function claimDownloads(connection: Transaction): Promise<Claimed> {
  const { rows } = await sql<{
    clientId: ClientId;
    claimed: number;
    failed: number;
    assetId: string | null;
    reason: string | null;
  }>`
    with waiting as materialized (
      select asset.client_id, asset.asset_id
      from asset
      where not asset.is_noticed
      order by asset.client_id, asset.asset_id
      limit ${batchSize}
      for update skip locked
    ), noticed as (
      update asset
      set is_noticed = true
      from waiting
      where asset.client_id = waiting.client_id and asset.asset_id = waiting.asset_id
      returning asset.client_id, asset.asset_id, asset.status, asset.status_code, asset.updated_at
    )
    select
      noticed.client_id as "clientId",
      count(*) as claimed,
      count(*) filter (where noticed.status = 'FAILED') as failed,
      (array_agg(noticed.asset_id order by noticed.updated_at desc) filter (where noticed.status = 'FAILED'))[1] as "assetId",
      (array_agg(noticed.status_code order by noticed.updated_at desc) filter (where noticed.status = 'FAILED'))[1] as reason
    from noticed
    group by noticed.client_id`.execute(connection);
  const causes = rows.flatMap(({ clientId, failed, assetId, reason }): NoticeCause[] =>
    assetId === null
      ? []
      : [{ clientId, kind: 'download-failed', groupKey: '', subject: { assetId, reason }, occurrences: failed }],
  );
  return { causes, isFull: rows.reduce((sum, { claimed }) => sum + claimed, 0) === batchSize };
}
