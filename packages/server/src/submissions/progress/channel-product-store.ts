import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, Transaction } from '../../platform/index.ts';
import { isChosen, type ProductChoice } from '../snapshot/product-choice-views.ts';
import type { ItemWrite, SubmissionRow } from '../submission-types.ts';

/** A connection that the transaction has locked, with the number of its last change and the time to store for new changes. */
export interface ChangeContext extends ConnectionKey {
  lastChange: number;
  at: Date;
}

export const isOwn = (key: ConnectionKey) =>
  sql<boolean>`channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}`;

/*
 * The row of a given product is found with a scalar or lateral subquery and written with an upsert, because both can only use the primary
 * key. A join would be planned badly. After 100,000 rows have been added, the planner treats the table as empty until it is analysed. A
 * join of 100 items with 100,000 products then took 3 s.
 */
const countOf = async (connection: Connection, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(connection)).numAffectedRows ?? 0n);

/** Returns the columns that every change writes for the product with the id `productId`. Changes are numbered in order of product id. */
export const changeColumns = (
  context: ChangeContext,
  productId: RawBuilder<unknown>,
  state: RawBuilder<unknown>,
) => sql`
  ${context.clientId}, ${context.channelId}, ${productId}, ${state},
  ${context.lastChange}::bigint + row_number() over (order by ${productId}), ${context.at}::timestamptz`;

/**
 * Inserts or updates the rows that `source` selects. `source` has the columns of `changeColumns`, then `columns`. `resets` are further
 * assignments for existing rows.
 */
export function writeStates(
  connection: Transaction,
  columns: readonly string[],
  source: RawBuilder<unknown>,
  resets: readonly RawBuilder<unknown>[],
): Promise<number> {
  const written = ['state', 'change_no', 'changed_at', ...columns].map((column) => sql.ref(column));
  return countOf(
    connection,
    sql`
    insert into channel_product (client_id, channel_id, product_id, ${sql.join(written)})
    ${source}
    on conflict (client_id, channel_id, product_id) do update
    set ${sql.join([...written.map((column) => sql`${column} = excluded.${column}`), ...resets])}`,
  );
}

const resetMessage = sql`message = null`;
const resetErrors = sql`errors = null`;
const resetWithdrawing = sql`withdrawing = false`;
const resetBefore = sql`before_submit = null`;
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

/** A submission whose reports change states of products. */
type Reported = Pick<SubmissionRow, 'submissionId' | 'operation'>;

/** Returns the state of a product that the adapter has accepted, which depends on the operation of the submission. */
const acceptedState = ({ operation }: Reported) => (operation === 'withdraw' ? 'Withdrawn' : 'Accepted');

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

/** Sets the reported states of the products that have no newer submission. Does not write unchanged states. */
export function applyItems(
  connection: Transaction,
  context: ChangeContext,
  submission: Reported,
  items: readonly ItemWrite[],
): Promise<number> {
  const source = sql`
    select
      ${changeColumns(context, sql`given.product_id`, sql`given.state`)},
      given.message, given.errors, coalesce(given.external_id, stored.external_id)
    from (
      select
        item."productId" as product_id,
        case item.status when 'Pending' then 'Submitted' when 'Accepted' then ${acceptedState(submission)} else item.status end as state,
        item.message,
        nullif(item.errors, '[]') as errors,
        item."externalId" as external_id
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item ("productId" text, status text, message text, errors jsonb, "externalId" text)
    ) as given
    cross join lateral (
      select
        channel_product.submission_id, channel_product.state, channel_product.message,
        channel_product.errors, channel_product.external_id
      from channel_product
      where ${isOwn(context)} and channel_product.product_id = given.product_id
      offset 0
    ) as stored
    where stored.submission_id = ${submission.submissionId}::uuid
      and (
        (stored.state, stored.message, stored.errors) is distinct from (given.state, given.message, given.errors)
        or given.external_id <> coalesce(stored.external_id, '')
      )`;
  return writeStates(connection, ['message', 'errors', 'external_id'], source, [resetBefore]);
}

/** Sets the result of all products that no report on the submission has mentioned. */
export function applyRest(
  connection: Transaction,
  context: ChangeContext,
  submission: Reported,
  rest: { state: 'Accepted' | 'Returned'; message: string | null },
): Promise<number> {
  const { submissionId } = submission;
  const state = rest.state === 'Accepted' ? acceptedState(submission) : rest.state;
  const source = sql`
    with silent as materialized (
      select channel_product.product_id
      from channel_product
      where ${isOwn(context)}
        and channel_product.submission_id = ${submissionId}::uuid
        and (
          select submission_item.product_id
          from submission_item
          where submission_item.client_id = ${context.clientId}
            and submission_item.submission_id = ${submissionId}::uuid
            and submission_item.product_id = channel_product.product_id
        ) is null
    )
    select ${changeColumns(context, sql`silent.product_id`, sql`${state}`)}, ${rest.message}::text
    from silent`;
  return writeStates(connection, ['message'], source, [resetErrors, resetBefore]);
}
