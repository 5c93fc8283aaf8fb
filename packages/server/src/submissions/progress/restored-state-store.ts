import { sql } from 'kysely';
import type { Transaction } from '../../platform/index.ts';
import { followEvaluations } from '../../readiness/index.ts';
import { type ChangeContext, changeColumns, isOwn, writeStates } from './state-write-store.ts';
import { restoreBefore } from './channel-product-store.ts';

/**
 * Sets the results of products whose state Submitted was just restored, if reports on the earlier submission arrived during the newer
 * submission. These reports could not change the states of the products before the newer submission ended.
 * @param context its `lastChange` is the number of the last change by which a product was restored
 * @param restoredFrom the number of the last change before the products were restored
 */
function applyEarlierResults(connection: Transaction, context: ChangeContext, restoredFrom: number): Promise<number> {
  const source = sql`
    select
      ${changeColumns(context, sql`restored.product_id`, sql`restored.state`)},
      restored.message, restored.errors, restored.external_id
    from (
      select
        channel_product.product_id,
        case
          when earlier.result = 'Accepted' and earlier.operation = 'withdraw' then 'Withdrawn'
          else earlier.result
        end as state,
        earlier.message,
        nullif(earlier.errors, '[]') as errors,
        coalesce(earlier.external_id, channel_product.external_id) as external_id
      from channel_product
      cross join lateral (
        select
          submission.operation,
          coalesce(item.status, submission.rest_result) as result,
          case when item.status is null then submission.messages ->> -1 else item.message end as message,
          item.errors,
          item.external_id
        from submission
        left join lateral (
          select submission_item.status, submission_item.message, submission_item.errors, submission_item.external_id
          from submission_item
          where submission_item.client_id = submission.client_id
            and submission_item.submission_id = submission.submission_id
            and submission_item.product_id = channel_product.product_id
          offset 0
        ) as item on true
        where submission.client_id = channel_product.client_id
          and submission.submission_id = channel_product.submission_id
        offset 0
      ) as earlier
      where ${isOwn(context)}
        and channel_product.change_no > ${restoredFrom}
        and channel_product.state = 'Submitted'
        and earlier.result <> 'Pending'
    ) as restored`;
  return writeStates(connection, ['message', 'errors', 'external_id'], source, []);
}

/**
 * Restores the states that the products had before a submission that is cancelled or received no report in time. If reports on an earlier
 * submission have arrived since, the products get the reported results.
 * @returns the number of changes
 */
export async function restoreStates(
  transaction: Transaction,
  context: ChangeContext,
  submissionId: string,
): Promise<number> {
  const restored = await restoreBefore(transaction, context, submissionId);
  const { lastChange } = context;
  const results = await applyEarlierResults(transaction, { ...context, lastChange: lastChange + restored }, lastChange);
  return restored + results + (await followRestored(transaction, context, restored + results));
}

/**
 * Updates the states of products that were just restored, because their evaluation may have changed since the submission.
 * @param context its `lastChange` is the number of the last change before the products were restored
 * @param restored the number of changes since then
 */
export function followRestored(transaction: Transaction, context: ChangeContext, restored: number): Promise<number> {
  const scope = sql<boolean>`channel_product.change_no > ${context.lastChange}`;
  return followEvaluations(transaction, { ...context, lastChange: context.lastChange + restored }, scope);
}
