import { sql } from 'kysely';
import type { ClientId, Transaction } from '../../platform/index.ts';
import { countResults } from '../../submissions/index.ts';
import type { NoticeCause } from '../notice-types.ts';
import { batchSize, type Claimed } from './source-types.ts';

type Progress = Parameters<typeof countResults>[0];

interface SubmissionSource extends Pick<Progress, 'productCount' | 'itemCounts' | 'restResult'> {
  clientId: ClientId;
  submissionId: string;
  submissionNo: number;
  channelId: string;
  channelName: string;
  operation: 'submit' | 'withdraw';
  noticedProducts: number;
}

/** Returns the number of products that a channel returned or rejected. */
function countReturned(source: SubmissionSource): number {
  const { Returned: returned = 0, Rejected: rejected = 0 } = countResults(source);
  return returned + rejected;
}

async function claimRows(connection: Transaction): Promise<SubmissionSource[]> {
  const { rows } = await sql<SubmissionSource>`
    with ended as materialized (
      select submission.client_id, submission.submission_id
      from submission
      where not submission.is_noticed
      order by submission.client_id, submission.submission_no
      limit ${batchSize}
      for update skip locked
    )
    update submission
    set is_noticed = true
    from ended, channel
    where submission.client_id = ended.client_id
      and submission.submission_id = ended.submission_id
      and channel.channel_id = submission.channel_id
    returning
      submission.client_id as "clientId",
      submission.submission_id as "submissionId",
      submission.submission_no as "submissionNo",
      submission.channel_id as "channelId",
      channel.name as "channelName",
      submission.operation,
      submission.product_count as "productCount",
      submission.item_counts as "itemCounts",
      submission.rest_result as "restResult",
      submission.noticed_products as "noticedProducts"`.execute(connection);
  return rows.toSorted((a, b) => a.submissionNo - b.submissionNo);
}

async function recordNoticed(
  connection: Transaction,
  sources: readonly { clientId: ClientId; submissionId: string; products: number }[],
): Promise<void> {
  await sql`
    update submission
    set noticed_products = given.products
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      as given ("clientId" text, "submissionId" uuid, products integer)
    where submission.client_id = given."clientId" and submission.submission_id = given."submissionId"`.execute(
    connection,
  );
}

/**
 * Claims ended submissions. A submission is a cause only if the channel returned or rejected more products than people have been notified
 * of.
 */
export async function claimSubmissions(connection: Transaction): Promise<Claimed> {
  const rows = await claimRows(connection);
  const worse = rows
    .map((row) => ({ ...row, products: countReturned(row) }))
    .filter(({ products, noticedProducts }) => products > noticedProducts);
  if (worse.length > 0)
    await recordNoticed(
      connection,
      worse.map(({ clientId, submissionId, products }) => ({ clientId, submissionId, products })),
    );
  const causes = worse.map(({ clientId, channelId, channelName, submissionId, operation, products }): NoticeCause => ({
    clientId,
    kind: 'submission-returned',
    groupKey: channelId,
    subject: { channelId, channelName, submissionId, operation, products },
    occurrences: 1,
  }));
  return { causes, isFull: rows.length === batchSize };
}
