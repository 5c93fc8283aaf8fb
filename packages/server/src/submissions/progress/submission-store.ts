import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, ClientId, AdapterId, Transaction, Database } from '../../platform/index.ts';
import { countResults } from './report-rules.ts';
import type { SubmissionKey, SubmissionRow } from '../submission-types.ts';

export const submissionColumns = sql`
  submission.client_id as "clientId",
  submission.submission_id as "submissionId",
  submission.channel_id as "channelId",
  submission.account_id as "accountId",
  submission.account_name as "accountName",
  submission.comment,
  submission.operation,
  submission.origin,
  submission.actor,
  submission.product_count as "productCount",
  submission.batch_size as "batchSize",
  submission.snapshot_hash as "snapshotHash",
  submission.ruleset_no as "rulesetNo",
  submission.status,
  submission.created_at as "createdAt",
  submission.fetched_at as "fetchedAt",
  submission.finished_at as "finishedAt",
  submission.content_closed_at as "contentClosedAt",
  submission.reported,
  submission.is_final as "isFinal",
  submission.rest_result as "restResult",
  submission.messages,
  submission.part_counts as "partCounts",
  submission.item_counts as "itemCounts",
  submission.changed_after_end as "changedAfterEnd"`;

const isSubmission = (key: SubmissionKey) =>
  sql<boolean>`submission.client_id = ${key.clientId} and submission.submission_id = ${key.submissionId}::uuid`;

export type NewSubmission = Pick<
  SubmissionRow,
  | 'clientId'
  | 'submissionId'
  | 'channelId'
  | 'accountId'
  | 'accountName'
  | 'comment'
  | 'operation'
  | 'origin'
  | 'actor'
  | 'productCount'
  | 'batchSize'
  | 'snapshotHash'
  | 'rulesetNo'
  | 'createdAt'
>;

/** Creates a submission whose products are already stored, and records the adapter that may fetch it. */
export async function createSubmissionRow(
  connection: Transaction,
  adapterId: AdapterId,
  submission: NewSubmission,
): Promise<void> {
  await sql`
    insert into submission (
      client_id, submission_id, channel_id, account_id, account_name, comment, operation, origin, actor,
      product_count, batch_size, snapshot_hash, status, created_at, ruleset_no
    )
    values (
      ${submission.clientId}, ${submission.submissionId}::uuid, ${submission.channelId}, ${submission.accountId}, ${submission.accountName},
      ${submission.comment}, ${submission.operation}, ${submission.origin}, ${submission.actor}, ${submission.productCount}, ${submission.batchSize}, ${submission.snapshotHash},
      'Submitted', ${submission.createdAt}, ${submission.rulesetNo}
    )`.execute(connection);
  // Removes the mark "unused" from the ruleset, if it has one. The update also locks the ruleset, so that it is not deleted before this
  // transaction ends.
  await sql`
    update channel_ruleset
    set unused_since = null
    where channel_ruleset.client_id = ${submission.clientId}
      and channel_ruleset.channel_id = ${submission.channelId}
      and channel_ruleset.ruleset_no = ${submission.rulesetNo}
      and channel_ruleset.unused_since is not null`.execute(connection);
  await sql`
    insert into adapter_submission (adapter_id, submission_id, client_id)
    values (${adapterId}, ${submission.submissionId}::uuid, ${submission.clientId})`.execute(connection);
}

async function selectSubmission(
  connection: Connection,
  key: SubmissionKey,
  locking: RawBuilder<unknown>,
): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns}
    from submission
    where ${isSubmission(key)}
    ${locking}`.execute(connection);
  return rows[0];
}

export function findSubmission(connection: Connection, key: SubmissionKey): Promise<SubmissionRow | undefined> {
  return selectSubmission(connection, key, sql``);
}

/** Locks a submission, so that reports on it are applied sequentially. @returns undefined if it does not exist */
export function lockSubmission(connection: Transaction, key: SubmissionKey): Promise<SubmissionRow | undefined> {
  return selectSubmission(connection, key, sql`for update`);
}

/** Returns the client of a submission that was sent to this adapter. @returns undefined if no such submission exists */
export async function findClientOf(
  connection: Connection,
  adapterId: AdapterId,
  submissionId: string,
): Promise<ClientId | undefined> {
  const { rows } = await sql<{ clientId: ClientId }>`
    select adapter_submission.client_id as "clientId"
    from adapter_submission
    where adapter_submission.adapter_id = ${adapterId} and adapter_submission.submission_id = ${submissionId}::uuid`.execute(
    connection,
  );
  return rows[0]?.clientId;
}

/**
 * Records that the adapter has fetched a submission, which can then no longer be cancelled. Does nothing if it was fetched before, or is
 * Cancelled or Failed.
 */
export async function recordFetched(connection: Database, key: SubmissionKey, at: Date): Promise<void> {
  await sql`
    update submission
    set fetched_at = ${at}
    where ${isSubmission(key)} and submission.fetched_at is null and submission.status not in ('Cancelled', 'Failed')`.execute(
    connection,
  );
}

export async function saveProgress(connection: Transaction, submission: SubmissionRow): Promise<void> {
  const { Returned: returned = 0, Rejected: rejected = 0 } = countResults(submission);
  const needsNotice = submission.finishedAt !== null && (submission.status === 'Failed' || returned + rejected > 0);
  await sql`
    update submission
    set
      status = ${submission.status},
      is_noticed = ${!needsNotice},
      fetched_at = ${submission.fetchedAt},
      finished_at = ${submission.finishedAt},
      reported = ${submission.reported},
      is_final = ${submission.isFinal},
      rest_result = ${submission.restResult},
      messages = ${JSON.stringify(submission.messages)}::jsonb,
      part_counts = ${JSON.stringify(submission.partCounts)}::jsonb,
      item_counts = ${JSON.stringify(submission.itemCounts)}::jsonb,
      changed_after_end = ${submission.changedAfterEnd}
    where ${isSubmission(submission)}`.execute(connection);
}

/** Cancels the submissions of a client to a channel if the channel's adapter has not fetched them yet. */
export async function cancelUnfetched(connection: Transaction, key: ConnectionKey, at: Date): Promise<void> {
  await sql`
    update submission
    set status = 'Cancelled', finished_at = ${at}
    where submission.client_id = ${key.clientId}
      and submission.channel_id = ${key.channelId}
      and submission.status = 'Submitted'
      and submission.fetched_at is null`.execute(connection);
}
