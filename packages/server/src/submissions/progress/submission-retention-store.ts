import { type RawBuilder, sql } from 'kysely';
import type { AdapterId, ChannelId, Connection, Transaction } from '../../platform/index.ts';
import type { SubmissionKey } from '../submission-types.ts';

/** A submission to be deleted. */
export interface OldSubmission extends SubmissionKey {
  channelId: ChannelId;
  accountId: string;
}

/** SQL condition that each product of a submission has a final result. */
const hasAllResults = sql<boolean>`(
  coalesce((submission.item_counts ->> 'Pending')::integer, 0) = 0
  and (
    submission.rest_result is not null
    or submission.product_count <= (
      select coalesce(sum(counted.value::integer), 0)
      from jsonb_each_text(submission.item_counts) as counted
    )
  )
)`;

/**
 * SQL condition that a submission can be deleted. It ended before a point in time, its content is gone, its notice is not pending, nothing
 * is left to report, and no waiting submission can restore states that still depend on its results.
 */
const isDeletable = (before: Date): RawBuilder<boolean> => sql<boolean>`(
  submission.content_gone_at is not null
  and submission.finished_at < ${before}::timestamptz
  and submission.is_noticed
  and (submission.status = 'Cancelled' or (submission.status in ('Success', 'Partial', 'Failed') and ${hasAllResults}))
  and not exists (
    select
    from submission as waiting
    where waiting.client_id = submission.client_id
      and waiting.channel_id = submission.channel_id
      and waiting.status = 'Submitted'
      and waiting.created_at <= submission.finished_at
  )
)`;

const columns = sql`
  submission.client_id as "clientId",
  submission.submission_id as "submissionId",
  submission.channel_id as "channelId",
  submission.account_id as "accountId"`;

/** Lists submissions that can be deleted, oldest first. */
export async function listDeletable(connection: Connection, before: Date, limit: number): Promise<OldSubmission[]> {
  const { rows } = await sql<OldSubmission>`
    select ${columns}
    from submission
    where ${isDeletable(before)}
    order by submission.finished_at
    limit ${limit}`.execute(connection);
  return rows;
}

/** Locks a submission that can be deleted. @returns false if it cannot be deleted any more */
export async function lockDeletable(transaction: Transaction, key: SubmissionKey, before: Date): Promise<boolean> {
  const { rows } = await sql`
    select
    from submission
    where submission.client_id = ${key.clientId}
      and submission.submission_id = ${key.submissionId}::uuid
      and ${isDeletable(before)}
    for update`.execute(transaction);
  return rows.length > 0;
}

/**
 * Records a submission as gone in the states that its products have on the channel, or had before a waiting submission. Processes up to
 * `limit` products after an id, in order of id. The transaction must hold the lock of the connection.
 * @returns the id of the last processed product (`after` if there was none), and the number of processed products
 */
export async function markGone(
  transaction: Transaction,
  { clientId, channelId, submissionId, accountId }: OldSubmission,
  { after, limit }: { after: string; limit: number },
): Promise<{ last: string; products: number }> {
  const { rows } = await sql<{ last: string | null; products: number }>`
    with chosen as materialized (
      select submission_product.product_id
      from submission_product
      where submission_product.client_id = ${clientId}
        and submission_product.submission_id = ${submissionId}::uuid
        and submission_product.product_id > ${after}
      order by submission_product.product_id
      limit ${limit}
    ), marked as (
      update channel_product
      set gone_submission = jsonb_build_object('submissionId', ${submissionId}::text, 'accountId', ${accountId}::text)
      where channel_product.client_id = ${clientId}
        and channel_product.channel_id = ${channelId}
        and channel_product.product_id = any (array(select chosen.product_id from chosen))
        and ${submissionId}::text in (
          channel_product.submission_id::text,
          channel_product.before_submit ->> 'submission_id',
          channel_product.before_submit -> 'before_submit' ->> 'submission_id'
        )
    )
    select max(chosen.product_id) as last, count(*) as products
    from chosen`.execute(transaction);
  return { last: rows[0]?.last ?? after, products: rows[0]?.products ?? 0 };
}

/** Deletes the row of a submission. Delete its products afterwards (see `deleteProducts`). */
export async function deleteSubmissionRow(
  transaction: Transaction,
  { clientId, channelId, submissionId }: OldSubmission,
): Promise<void> {
  const { rows } = await sql<{ adapterId: AdapterId }>`
    select channel.adapter_id as "adapterId"
    from channel
    where channel.channel_id = ${channelId}`.execute(transaction);
  const adapterId = rows[0]?.adapterId;
  await sql`
    delete from adapter_submission
    where adapter_submission.adapter_id = ${adapterId ?? null}
      and adapter_submission.submission_id = ${submissionId}::uuid`.execute(transaction);
  await sql`
    delete from submission
    where submission.client_id = ${clientId} and submission.submission_id = ${submissionId}::uuid`.execute(transaction);
}

/** Deletes up to `limit` products of a submission with their results. @returns the number of deleted products */
export async function deleteProducts(
  transaction: Transaction,
  { clientId, submissionId }: SubmissionKey,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with chosen as materialized (
      select submission_product.product_id
      from submission_product
      where submission_product.client_id = ${clientId} and submission_product.submission_id = ${submissionId}::uuid
      order by submission_product.product_id
      limit ${limit}
    ), items as (
      delete from submission_item
      where submission_item.client_id = ${clientId}
        and submission_item.submission_id = ${submissionId}::uuid
        and submission_item.product_id = any (array(select chosen.product_id from chosen))
    ), gone as (
      delete from submission_product
      where submission_product.client_id = ${clientId}
        and submission_product.submission_id = ${submissionId}::uuid
        and submission_product.product_id = any (array(select chosen.product_id from chosen))
    )
    select count(*) as deleted
    from chosen`.execute(transaction);
  return rows[0]?.deleted ?? 0;
}
