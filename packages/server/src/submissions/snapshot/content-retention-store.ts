import { sql } from 'kysely';
import type { Connection, Database } from '../../platform/index.ts';
import type { SubmissionKey } from '../submission-types.ts';

/** Maximum number of rows per statement, so that each statement ends within a few milliseconds. */
const chunk = 1_000;

/**
 * Closes the content of submissions that ended at `limit` or before, so that their pages are no longer returned. The content of submissions
 * that have not ended, for example because a product is Pending, stays available.
 */
export async function closeContent(connection: Database, limit: Date, at: Date): Promise<void> {
  await sql`
    update submission
    set content_closed_at = ${at}
    where submission.finished_at <= ${limit}
      and submission.content_gone_at is null
      and submission.content_closed_at is null
      and submission.status in ('Success', 'Partial', 'Failed', 'Cancelled')`.execute(connection);
}

/** Finds a submission whose content was closed at `limit` or before and has not been deleted yet. @returns undefined if there is none */
export async function findClosed(connection: Connection, limit: Date): Promise<SubmissionKey | undefined> {
  const { rows } = await sql<SubmissionKey>`
    select submission.client_id as "clientId", submission.submission_id as "submissionId"
    from submission
    where submission.finished_at is not null
      and submission.content_gone_at is null
      and submission.content_closed_at <= ${limit}
    order by submission.finished_at, submission.client_id, submission.submission_id
    limit 1`.execute(connection);
  return rows[0];
}

/**
 * Deletes the values of up to 1,000 products, in id order, starting after an id. Their ids, names and revisions stay for the log.
 * @returns the last id; null at the end
 */
export async function emptyProducts(connection: Database, key: SubmissionKey, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with chosen as materialized (
      select submission_product.product_id
      from submission_product
      where submission_product.client_id = ${key.clientId}
        and submission_product.submission_id = ${key.submissionId}::uuid
        and submission_product.product_id > ${after}
      order by submission_product.product_id
      limit ${chunk}
    ), emptied as (
      update submission_product
      set "values" = '{}', packaging = null, overrides = null, asset_ids = '{}'
      where submission_product.client_id = ${key.clientId}
        and submission_product.submission_id = ${key.submissionId}::uuid
        and submission_product.product_id = any (array(select chosen.product_id from chosen))
    )
    select max(chosen.product_id) as last
    from chosen`.execute(connection);
  return rows[0]?.last ?? null;
}

/** Unpins up to 1,000 files. @returns the number of unpinned files */
export async function releaseAssets(connection: Database, key: SubmissionKey): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from submission_asset
    where submission_asset.client_id = ${key.clientId}
      and submission_asset.submission_id = ${key.submissionId}::uuid
      and submission_asset.asset_id = any (array(
        select chosen.asset_id
        from submission_asset as chosen
        where chosen.client_id = ${key.clientId} and chosen.submission_id = ${key.submissionId}::uuid
        order by chosen.asset_id
        limit ${chunk}
      ))`.execute(connection);
  return Number(numAffectedRows);
}

export async function recordGone(connection: Database, key: SubmissionKey, at: Date): Promise<void> {
  await sql`
    update submission
    set content_gone_at = ${at}
    where submission.client_id = ${key.clientId} and submission.submission_id = ${key.submissionId}::uuid`.execute(
    connection,
  );
}

/** Marks the definitions that no submission with content needs any more, and unmarks definitions that are needed again. */
export async function markUnusedStructures(connection: Database, at: Date): Promise<void> {
  await sql`
    update structure_snapshot
    set unused_since = case when judged.is_used then null else ${at}::timestamptz end
    from (
      select
        candidate.client_id,
        candidate.snapshot_hash,
        exists (
          select 1
          from submission
          where submission.client_id = candidate.client_id
            and submission.snapshot_hash = candidate.snapshot_hash
            and submission.content_gone_at is null
        ) as is_used
      from structure_snapshot as candidate
    ) as judged
    where structure_snapshot.client_id = judged.client_id
      and structure_snapshot.snapshot_hash = judged.snapshot_hash
      and judged.is_used = (structure_snapshot.unused_since is not null)`.execute(connection);
}

/** Deletes definitions that were marked at `limit` or before and are still not needed. */
export async function deleteUnusedStructures(connection: Database, limit: Date): Promise<void> {
  await sql`
    delete from structure_snapshot
    where structure_snapshot.unused_since <= ${limit}
      and not exists (
        select 1
        from submission
        where submission.client_id = structure_snapshot.client_id
          and submission.snapshot_hash = structure_snapshot.snapshot_hash
          and submission.content_gone_at is null
      )`.execute(connection);
}
