import { sql } from 'kysely';
import type { Connection, ProductId } from '../../platform/core.ts';
import type { SubmissionKey } from '../submission-types.ts';

/** A file with the content and name that it had when it was submitted. */
export interface PinnedAsset {
  assetId: string;
  sha256: string;
  name: string;
  contentType: string;
  size: number;
  /** Width and height of the upright image, in pixels. Null for a file that is not an image. */
  width: number | null;
  height: number | null;
  /** The address from which the file was downloaded. Null for an uploaded file. */
  sourceUrl: string | null;
}

const isOwn = (key: SubmissionKey) =>
  sql<boolean>`submission_asset.client_id = ${key.clientId} and submission_asset.submission_id = ${key.submissionId}::uuid`;

const columns = sql`
  submission_asset.asset_id as "assetId",
  submission_asset.sha256,
  submission_asset.name,
  submission_asset.content_type as "contentType",
  submission_asset.size,
  submission_asset.width,
  submission_asset.height,
  submission_asset.source_url as "sourceUrl"`;

/** Lists the files that the given products of a submission refer to, in order of asset id. */
export async function listPinnedAssets(
  connection: Connection,
  key: SubmissionKey,
  productIds: readonly ProductId[],
): Promise<PinnedAsset[]> {
  const { rows } = await sql<PinnedAsset>`
    with named as materialized (
      select distinct unnest(submission_product.asset_ids) as asset_id
      from submission_product
      where submission_product.client_id = ${key.clientId}
        and submission_product.submission_id = ${key.submissionId}::uuid
        and submission_product.product_id = any (${productIds}::text[])
    )
    select pinned.*
    from named
    cross join lateral (
      select ${columns}
      from submission_asset
      where ${isOwn(key)} and submission_asset.asset_id = named.asset_id
      -- keeps the subquery apart: joined, a table without statistics was scanned for every asset
      offset 0
    ) as pinned
    order by pinned."assetId"`.execute(connection);
  return rows;
}

/**
 * Returns one file of a submission.
 * @returns undefined if it does not exist, the submission is cancelled, or the client has left the channel
 */
export async function findPinnedAsset(
  connection: Connection,
  key: SubmissionKey,
  assetId: string,
): Promise<PinnedAsset | undefined> {
  const { rows } = await sql<PinnedAsset>`
    select ${columns}
    from submission_asset
    join submission
      on submission.client_id = ${key.clientId}
      and submission.submission_id = submission_asset.submission_id
    where ${isOwn(key)}
      and submission_asset.asset_id = ${assetId}
      and submission.status <> 'Cancelled'
      and exists (
        select 1
        from connection
        where connection.client_id = ${key.clientId} and connection.channel_id = submission.channel_id
      )`.execute(connection);
  return rows[0];
}
