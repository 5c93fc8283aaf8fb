import { sql } from 'kysely';
import type { Connection, ClientId, Transaction } from '../../platform/index.ts';

export interface ContentRow {
  clientId: ClientId;
  sha256: string;
  size: number;
}

/** Lists files that were stored before `before` and that no asset refers to, ordered by client and hash. */
export async function listUnusedContents(
  connection: Connection,
  before: Date,
  after: ContentRow | undefined,
  limit: number,
): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    select asset_content.client_id as "clientId", asset_content.sha256, asset_content.size
    from asset_content
    where asset_content.stored_at < ${before}
      and (asset_content.client_id, asset_content.sha256) > (${after?.clientId ?? ''}, ${after?.sha256 ?? ''})
      and not exists (
        select 1
        from asset
        where asset.client_id = asset_content.client_id and asset.sha256 = asset_content.sha256
      )
    order by asset_content.client_id, asset_content.sha256
    limit ${limit}`.execute(connection);
  return rows;
}

/** Returns the given hashes that have no row. Their files were stored, but no transaction that refers to them was committed. */
export async function listUnknownHashes(
  connection: Connection,
  clientId: ClientId,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select s.sha256
    from unnest(${hashes}::text[]) as s (sha256)
    where not exists (
      select 1
      from asset_content
      where asset_content.client_id = ${clientId} and asset_content.sha256 = s.sha256
    )
    order by s.sha256`.execute(connection);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Locks the row of a stored file before deletion, and creates the row if it is missing. Transactions that add a reference to the file wait
 * for this transaction to end.
 * @returns false if an asset refers to the file
 */
export async function lockForDeletion(connection: Transaction, content: ContentRow): Promise<boolean> {
  const { clientId, sha256, size } = content;
  await sql`
    insert into asset_content (client_id, sha256, size)
    select client.client_id, ${sha256}, ${size}
    from client
    where client.client_id = ${clientId}
    on conflict (client_id, sha256) do update
    set size = asset_content.size`.execute(connection);
  // This is a separate statement, so that it sees rows that were committed while the insert waited.
  const { rows } = await sql<{ found: number }>`
    select 1 as found
    from asset
    where asset.client_id = ${clientId} and asset.sha256 = ${sha256}
    limit 1`.execute(connection);
  return rows.length === 0;
}

export async function deleteContentRow(connection: Transaction, content: ContentRow): Promise<void> {
  await sql`
    delete from asset_content
    where asset_content.client_id = ${content.clientId} and asset_content.sha256 = ${content.sha256}`.execute(
    connection,
  );
}

/**
 * Deletes assets that have no content and that no product refers to. These are waiting assets that were last updated before
 * `waitingBefore`, and assets whose download failed before `failedBefore`.
 * @returns the number of deleted assets, at most `limit`
 */
export async function deleteIdleAssets(
  connection: Transaction,
  { waitingBefore, failedBefore }: { waitingBefore: Date; failedBefore: Date },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ clientId: ClientId; assetId: string }>`
    select asset.client_id as "clientId", asset.asset_id as "assetId"
    from asset
    where asset.sha256 is null
      and (
        (asset.status in ('WAITING_FOR_UPLOAD', 'WAITING_FOR_DOWNLOAD') and asset.updated_at < ${waitingBefore})
        or (asset.status = 'FAILED' and asset.updated_at < ${failedBefore})
      )
      and not exists (
        select 1
        from asset_use
        where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
      )
    order by asset.client_id, asset.asset_id
    limit ${limit}
    for update of asset skip locked`.execute(connection);
  if (rows.length === 0) return 0;
  // This is a separate statement, so that it sees references that were added while the asset's row was being locked.
  const { numAffectedRows = 0n } = await sql`
    delete from asset
    using jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s ("clientId" text, "assetId" text)
    where asset.client_id = s."clientId"
      and asset.asset_id = s."assetId"
      and not exists (
        select 1
        from asset_use
        where asset_use.client_id = asset.client_id and asset_use.asset_id = asset.asset_id
      )`.execute(connection);
  return Number(numAffectedRows);
}
