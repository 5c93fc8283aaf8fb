import type { Submission } from '@pimento/contract';
import { sql } from 'kysely';
import { findActorNames } from '../../catalog/index.ts';
import type { ChannelId, ClientId, Connection, ProductId } from '../../platform/index.ts';
import { countResults } from './report-rules.ts';
import { submissionColumns } from './submission-store.ts';
import type { ProductResultName, SubmissionKey, SubmissionRow } from '../submission-types.ts';

function submissionView(row: SubmissionRow, actorNames: ReadonlyMap<string, string>): Submission {
  return {
    submissionId: row.submissionId,
    channelId: row.channelId,
    accountId: row.accountId,
    accountName: row.accountName,
    comment: row.comment,
    operation: row.operation,
    origin: row.origin,
    actor: row.actor,
    actorName: actorNames.get(row.actor) ?? null,
    status: row.status,
    productCount: row.productCount,
    created: row.createdAt.toISOString(),
    fetched: row.fetchedAt?.toISOString() ?? null,
    finished: row.finishedAt?.toISOString() ?? null,
    messages: row.messages,
    results: countResults(row) as Submission['results'], // a missing result means a count of 0
    changedAfterEnd: row.changedAfterEnd,
  };
}

/** Returns the API representations of submissions for clients, with the names of their senders. */
export async function submissionViews(connection: Connection, rows: readonly SubmissionRow[]): Promise<Submission[]> {
  const actors = rows.map(({ actor }) => actor);
  const names = actors.length === 0 ? new Map<string, string>() : await findActorNames(connection, actors);
  return rows.map((row) => submissionView(row, names));
}

/**
 * Lists a page of submissions in order of creation, newest first. The order is right even if the clocks of processes differ.
 * @param page.after id of the last submission of the previous page; undefined for the first page
 */
export async function listSubmissionRows(
  connection: Connection,
  clientId: ClientId,
  page: { channelId: ChannelId | undefined; status: string | undefined; after: string | undefined; limit: number },
): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns}
    from submission
    where submission.client_id = ${clientId}
      and (${page.channelId ?? null}::text is null or submission.channel_id = ${page.channelId ?? null})
      and (${page.status ?? null}::text is null or submission.status = ${page.status ?? null})
      and (${page.after ?? null}::uuid is null or submission.submission_no < (
        select earlier.submission_no
        from submission as earlier
        where earlier.client_id = ${clientId} and earlier.submission_id = ${page.after ?? null}::uuid
      ))
    order by submission.submission_no desc
    limit ${page.limit}`.execute(connection);
  return rows;
}

export async function submissionExists(connection: Connection, key: SubmissionKey): Promise<boolean> {
  const { rows } = await sql`
    select 1
    from submission
    where submission.client_id = ${key.clientId} and submission.submission_id = ${key.submissionId}::uuid`.execute(
    connection,
  );
  return rows.length > 0;
}

export interface ResultRow {
  productId: ProductId;
  name: string | null;
  revision: number;
  result: ProductResultName;
  message: string | null;
  errors: { attributeId: string; message: string }[] | null;
  externalId: string | null;
  reportedAt: Date | null;
}

/** Lists a page of the results of a submission, in order of product id. */
export async function listResults(
  connection: Connection,
  key: SubmissionKey,
  page: { results: readonly ProductResultName[] | undefined; after: string | null; limit: number },
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select
      judged.product_id as "productId", judged.name, judged.revision, judged.result,
      judged.message, judged.errors, judged.external_id as "externalId", judged.reported_at as "reportedAt"
    from (
      select
        submission_product.product_id,
        submission_product.name,
        submission_product.revision,
        coalesce(item.status, submission.rest_result, 'Submitted') as result,
        item.message,
        item.errors,
        item.external_id,
        item.reported_at
      from submission
      join submission_product
        on submission_product.client_id = ${key.clientId}
        and submission_product.submission_id = ${key.submissionId}::uuid
      left join lateral (
        select
          submission_item.status, submission_item.message, submission_item.errors,
          submission_item.external_id, submission_item.reported_at
        from submission_item
        where submission_item.client_id = ${key.clientId}
          and submission_item.submission_id = ${key.submissionId}::uuid
          and submission_item.product_id = submission_product.product_id
        -- keeps the subquery apart: joined, a table without statistics was scanned for every product
        offset 0
      ) as item on true
      where submission.client_id = ${key.clientId} and submission.submission_id = ${key.submissionId}::uuid
    ) as judged
    where judged.product_id > ${page.after ?? ''}
      and (${page.results ?? null}::text[] is null or judged.result = any (${page.results ?? null}::text[]))
    order by judged.product_id
    limit ${page.limit}`.execute(connection);
  return rows;
}
