import { sql } from 'kysely';
import { fileBytesQuota } from '../../access/index.ts';
import type { ClientId, Connection } from '../../platform/index.ts';

/** Data that decides whether an upload is accepted. */
export interface UploadTarget {
  /** True if the asset exists. */
  isKnown: boolean;
  /** True if the asset exists and at least one product refers to it. */
  isUsed: boolean;
  /** Quota of the client for the bytes of all its files. Null for no limit. */
  maxFileBytes: number | null;
}

/** Reads everything in one statement, because a statement costs as much as receiving 100 kB. */
export async function findUploadTarget(
  connection: Connection,
  clientId: ClientId,
  assetId: string,
): Promise<UploadTarget> {
  const { rows } = await sql<UploadTarget>`
    select
      exists (
        select 1
        from asset
        where asset.client_id = ${clientId} and asset.asset_id = ${assetId}
      ) as "isKnown",
      exists (
        select 1
        from asset_use
        join asset on asset.client_id = ${clientId} and asset.asset_id = asset_use.asset_id
        where asset_use.client_id = ${clientId} and asset_use.asset_id = ${assetId}
      ) as "isUsed",
      ${fileBytesQuota(clientId)} as "maxFileBytes"`.execute(connection);
  return rows[0] ?? { isKnown: false, isUsed: false, maxFileBytes: null };
}
