import { sql } from 'kysely';
import type { Connection, Transaction } from '../../platform/index.ts';

export interface ListedFile {
  /** `CLIENT/SHA-256`. Other keys are ignored. */
  key: string;
  /** False for a file whose row may not be committed yet. */
  isOld: boolean;
}

/** Files that are needed but missing, with their number and the keys of some of them. */
export interface MissingFiles {
  count: number;
  keys: string[];
}

/** Creates a temporary table for the files of a backup or a store. A table is used because there can be millions of files. */
export async function createFileTable(opened: Transaction): Promise<void> {
  await sql`
    create temporary table listed_file (client_id text collate "C" not null, sha256 text collate "C" not null, is_old boolean not null)
    on commit drop`.execute(opened);
}

export async function addListedFiles(opened: Transaction, files: readonly ListedFile[]): Promise<void> {
  await sql`
    insert into listed_file (client_id, sha256, is_old)
    select split_part(s.key, '/', 1), split_part(s.key, '/', 2), s."isOld"
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as s (key text, "isOld" boolean)
    where s.key ~ '^[^/]+/[0-9a-f]{64}$'`.execute(opened);
}

/**
 * Finds files that assets and submissions refer to, but that are not in the temporary table.
 * @param limit maximum number of returned keys; `count` includes all missing files
 */
export async function findMissingFiles(opened: Transaction, limit: number): Promise<MissingFiles> {
  await sql`analyze listed_file`.execute(opened);
  const { rows } = await sql<{ fileKey: string; count: number }>`
    select needed.client_id || '/' || needed.sha256 as "fileKey", count(*) over () as count
    from (
      select asset.client_id, asset.sha256
      from asset
      where asset.sha256 is not null
      union
      select submission_asset.client_id, submission_asset.sha256
      from submission_asset
    ) as needed
    where not exists (
      select 1
      from listed_file
      where listed_file.client_id = needed.client_id and listed_file.sha256 = needed.sha256
    )
    order by needed.client_id, needed.sha256
    limit ${limit}`.execute(opened);
  return { count: rows[0]?.count ?? 0, keys: rows.map(({ fileKey }) => fileKey) };
}

/** Counts the old files of the temporary table that have no row in `asset_content`. */
export async function countOrphanedFiles(opened: Transaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from listed_file
    where listed_file.is_old
      and not exists (
        select 1
        from asset_content
        where asset_content.client_id = listed_file.client_id and asset_content.sha256 = listed_file.sha256
      )`.execute(opened);
  return rows[0]?.count ?? 0;
}

export interface AssetOfFile {
  /** `CLIENT/SHA-256` */
  fileKey: string;
  assetId: string;
}

/** Lists the assets that have the given files, in the order of their ids. */
export async function listAssetsOfFiles(connection: Connection, keys: readonly string[]): Promise<AssetOfFile[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<AssetOfFile>`
    select asset.client_id || '/' || asset.sha256 as "fileKey", asset.asset_id as "assetId"
    from unnest(${keys}::text[]) as file (key)
    join asset on asset.client_id = split_part(file.key, '/', 1) and asset.sha256 = split_part(file.key, '/', 2)
    order by asset.client_id, asset.asset_id`.execute(connection);
  return rows;
}
