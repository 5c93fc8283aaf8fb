import { sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Transaction } from '../../platform/index.ts';
import { isChosen, type ProductChoice } from '../snapshot/product-choice-views.ts';
import {
  type ChangeContext,
  isOwn,
  countOf,
  changeColumns,
  writeStates,
  resetMessage,
  resetErrors,
  resetWithdrawing,
  resetBefore,
} from './state-write-store.ts';

/** Assignments for a new state that reflects the current product, so that only later changes to the product get a change number. */
const resetKnown = [sql`known_changed = false`, sql`known_deleted = false`];
/** Stores the state before this submission. If the previous submission has not been reported yet, also keeps the state before that one. */
const recordBefore = sql`before_submit = jsonb_build_object(
  'state', channel_product.state,
  'submission_id', channel_product.submission_id,
  'submitted_revision', channel_product.submitted_revision,
  'submitted_created_at', channel_product.submitted_created_at,
  'submitted_output_hash', channel_product.submitted_output_hash,
  'message', channel_product.message,
  'errors', channel_product.errors,
  'withdrawing', channel_product.withdrawing,
  'before_submit', channel_product.before_submit - 'before_submit'
)`;

/**
 * Returns assignments that set these columns to null for Withdrawn products. Other products are still on the channel, so their columns do
 * not change.
 */
const forgetWithdrawn = (...columns: string[]) =>
  columns.map((column) => {
    const stored = sql.ref(`channel_product.${column}`);
    return sql`${sql.ref(column)} = case when channel_product.state <> 'Withdrawn' then ${stored} end`;
  });

/**
 * Marks the products of a submission as Submitted on the channel, and stores their previous states so that a cancellation can restore them.
 * Like all functions below except removeProducts, this function numbers the changes, starting after `lastChange`, and returns their count.
 */
export function markSubmitted(connection: Transaction, context: ChangeContext, submissionId: string): Promise<number> {
  const columns = ['submission_id', 'submitted_revision', 'submitted_created_at', 'submitted_output_hash'];
  const source = sql`
    select
      ${changeColumns(context, sql`submission_product.product_id`, sql`'Submitted'`)},
      ${submissionId}::uuid, submission_product.revision, submission_product.created_at, submission_product.output_hash
    from submission_product
    where submission_product.client_id = ${context.clientId} and submission_product.submission_id = ${submissionId}::uuid
    order by submission_product.product_id`;
  const resets = [
    resetMessage,
    resetErrors,
    recordBefore,
    resetWithdrawing,
    ...resetKnown,
    ...forgetWithdrawn('external_id'),
  ];
  return writeStates(connection, columns, source, resets);
}

/** Marks the products of a withdrawal as Submitted. Their last submitted revision is kept, because it is still on the channel. */
export function markWithdrawing(
  connection: Transaction,
  context: ChangeContext,
  submissionId: string,
): Promise<number> {
  const source = sql`
    select
      ${changeColumns(context, sql`submission_product.product_id`, sql`'Submitted'`)},
      ${submissionId}::uuid, true
    from submission_product
    where submission_product.client_id = ${context.clientId} and submission_product.submission_id = ${submissionId}::uuid
    order by submission_product.product_id`;
  const columns = ['submission_id', 'withdrawing'];
  return writeStates(connection, columns, source, [resetMessage, resetErrors, recordBefore, ...resetKnown]);
}

/** Restores the states that products had before a submission. */
export function restoreBefore(connection: Transaction, context: ChangeContext, submissionId: string): Promise<number> {
  const columns = [
    'submission_id',
    'submitted_revision',
    'submitted_created_at',
    'submitted_output_hash',
    'message',
    'errors',
    'withdrawing',
  ];
  const state = sql`coalesce(channel_product.before_submit ->> 'state', 'Progress')`;
  const source = sql`
    select
      ${changeColumns(context, sql`channel_product.product_id`, state)},
      (channel_product.before_submit ->> 'submission_id')::uuid,
      (channel_product.before_submit ->> 'submitted_revision')::integer,
      (channel_product.before_submit ->> 'submitted_created_at')::timestamptz,
      (channel_product.before_submit ->> 'submitted_output_hash')::bigint,
      channel_product.before_submit ->> 'message',
      nullif(channel_product.before_submit -> 'errors', 'null'),
      coalesce((channel_product.before_submit ->> 'withdrawing')::boolean, false)
    from channel_product
    where ${isOwn(context)} and channel_product.submission_id = ${submissionId}::uuid`;
  const earlier = sql`before_submit = nullif(channel_product.before_submit -> 'before_submit', 'null')`;
  return writeStates(connection, columns, source, [earlier, ...resetKnown]);
}

/** Makes the products of a submission Ready again. Restores the previously submitted revision, because this submission never arrived. */
export function markReadyAgain(
  connection: Transaction,
  context: ChangeContext,
  submissionId: string,
  message: string,
): Promise<number> {
  const columns = ['submitted_revision', 'submitted_created_at', 'submitted_output_hash', 'message'];
  const source = sql`
    select
      ${changeColumns(context, sql`channel_product.product_id`, sql`'Ready'`)},
      (channel_product.before_submit ->> 'submitted_revision')::integer,
      (channel_product.before_submit ->> 'submitted_created_at')::timestamptz,
      (channel_product.before_submit ->> 'submitted_output_hash')::bigint,
      ${message}::text
    from channel_product
    where ${isOwn(context)} and channel_product.submission_id = ${submissionId}::uuid`;
  return writeStates(connection, columns, source, [resetErrors, resetBefore, ...resetKnown]);
}

/** Adds products to the channel, or changes their state unless they are Submitted or Accepted. */
export function markProducts(
  connection: Transaction,
  context: ChangeContext,
  choice: ProductChoice,
  state: 'Progress' | 'Ready',
): Promise<number> {
  const source = sql`
    with candidate as materialized (
      select
        product.product_id,
        (
          select channel_product.state
          from channel_product
          where ${isOwn(context)} and channel_product.product_id = product.product_id
        ) as state
      from product
      where product.client_id = ${context.clientId} and ${isChosen(context, choice)}
    )
    select ${changeColumns(context, sql`candidate.product_id`, sql`${state}`)}
    from candidate
    where candidate.state is null
      or (candidate.state in ('Progress', 'Ready', 'Returned', 'Rejected', 'Withdrawn') and candidate.state <> ${state})`;
  const forgotten = forgetWithdrawn(
    'submitted_revision',
    'submitted_created_at',
    'submitted_output_hash',
    'external_id',
  );
  const resets = [sql`submission_id = null`, resetMessage, resetErrors, resetBefore, resetWithdrawing, ...forgotten];
  return writeStates(connection, [], source, resets);
}

/**
 * Removes products from the channel and returns the number of removed products. A list of ids can include products that were deleted from
 * the catalogue.
 */
export function removeProducts(connection: Transaction, key: ConnectionKey, choice: ProductChoice): Promise<number> {
  const chosen =
    choice.kind === 'ids'
      ? sql`channel_product.product_id = any (string_to_array(${choice.productIds.join('\u001f')}, E'\\x1f'))`
      : sql`channel_product.product_id in (
          select product.product_id
          from product
          where product.client_id = ${key.clientId} and ${isChosen(key, choice)}
        )`;
  return countOf(connection, sql`delete from channel_product where ${isOwn(key)} and ${chosen}`);
}
