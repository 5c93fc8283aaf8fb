import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../channels/index.ts';
import type { Connection } from '../platform/index.ts';
import { isChosen, type ProductChoice } from './product-choice-views.ts';
import type { ItemWrite } from './submission-types.ts';

/** A transaction that holds the connection's lock, and the number of its last change so far. */
export interface ChangeContext extends ConnectionKey {
  lastChange: number;
  at: Date;
}

const isOwn = (key: ConnectionKey) =>
  sql<boolean>`channel_product.client_id = ${key.clientId} and channel_product.channel_id = ${key.channelId}`;

/*
 * A table that grows by 100,000 rows at once is taken for empty until it is analysed, and joins on part of its key then look cheap: a join
 * of 100 items with 100,000 products took 3 s. So rows are looked up by scalar or lateral subqueries and written by upserts, which have
 * no way but the primary key.
 */
const countOf = async (connection: Connection, statement: RawBuilder<unknown>) =>
  Number((await statement.execute(connection)).numAffectedRows ?? 0n);

/**
 * Puts the products of a submission on the channel as submitted; what each was before is kept for the case that it is cancelled.
 * Like all below, it numbers each change from `lastChange` on and answers how many there were.
 */
export function markSubmitted(connection: Connection, context: ChangeContext, submissionId: string): Promise<number> {
  return countOf(
    connection,
    sql`
    insert into channel_product (
      client_id, channel_id, product_id, state, change_no, changed_at,
      submission_id, submitted_revision, submitted_created_at
    )
    select
      ${context.clientId}, ${context.channelId}, submission_product.product_id, 'Submitted',
      ${context.lastChange}::bigint + row_number() over (order by submission_product.product_id), ${context.at}::timestamptz,
      ${submissionId}::uuid, submission_product.revision, submission_product.created_at
    from submission_product
    where submission_product.client_id = ${context.clientId} and submission_product.submission_id = ${submissionId}::uuid
    order by submission_product.product_id
    on conflict (client_id, channel_id, product_id) do update
    set
      state = excluded.state,
      change_no = excluded.change_no,
      changed_at = excluded.changed_at,
      submission_id = excluded.submission_id,
      submitted_revision = excluded.submitted_revision,
      submitted_created_at = excluded.submitted_created_at,
      message = null,
      errors = null,
      before_submit = jsonb_build_object(
        'state', channel_product.state,
        'submission_id', channel_product.submission_id,
        'submitted_revision', channel_product.submitted_revision,
        'submitted_created_at', channel_product.submitted_created_at,
        'message', channel_product.message,
        'errors', channel_product.errors
      )`,
  );
}

/** Gives the products of a cancelled submission the state that they had before it. */
export function restoreBefore(connection: Connection, context: ChangeContext, submissionId: string): Promise<number> {
  return countOf(
    connection,
    sql`
    insert into channel_product (
      client_id, channel_id, product_id, state, change_no, changed_at,
      submission_id, submitted_revision, submitted_created_at, message, errors
    )
    select
      ${context.clientId}, ${context.channelId}, channel_product.product_id,
      coalesce(channel_product.before_submit ->> 'state', 'Progress'),
      ${context.lastChange}::bigint + row_number() over (order by channel_product.product_id), ${context.at}::timestamptz,
      (channel_product.before_submit ->> 'submission_id')::uuid,
      (channel_product.before_submit ->> 'submitted_revision')::integer,
      (channel_product.before_submit ->> 'submitted_created_at')::timestamptz,
      channel_product.before_submit ->> 'message',
      nullif(channel_product.before_submit -> 'errors', 'null')
    from channel_product
    where ${isOwn(context)} and channel_product.submission_id = ${submissionId}::uuid
    on conflict (client_id, channel_id, product_id) do update
    set
      state = excluded.state,
      change_no = excluded.change_no,
      changed_at = excluded.changed_at,
      submission_id = excluded.submission_id,
      submitted_revision = excluded.submitted_revision,
      submitted_created_at = excluded.submitted_created_at,
      message = excluded.message,
      errors = excluded.errors,
      before_submit = null`,
  );
}

/** Lets products join, or marks those that are not under way. */
export function markProducts(
  connection: Connection,
  context: ChangeContext,
  choice: ProductChoice,
  state: 'Progress' | 'Ready',
): Promise<number> {
  return countOf(
    connection,
    sql`
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
    insert into channel_product (client_id, channel_id, product_id, state, change_no, changed_at)
    select
      ${context.clientId}, ${context.channelId}, candidate.product_id, ${state},
      ${context.lastChange}::bigint + row_number() over (order by candidate.product_id), ${context.at}::timestamptz
    from candidate
    where candidate.state is null
      or (candidate.state in ('Progress', 'Ready', 'Returned', 'Rejected') and candidate.state <> ${state})
    on conflict (client_id, channel_id, product_id) do update
    set
      state = excluded.state,
      change_no = excluded.change_no,
      changed_at = excluded.changed_at,
      submission_id = null,
      message = null,
      errors = null,
      before_submit = null`,
  );
}

/** Takes products off the channel, those too that were deleted from the catalogue. */
export function removeProducts(connection: Connection, key: ConnectionKey, choice: ProductChoice): Promise<number> {
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

/** Gives products the state that was reported of them, where the submission is still their newest one and something is new. */
export function applyItems(
  connection: Connection,
  context: ChangeContext,
  submissionId: string,
  items: readonly ItemWrite[],
): Promise<number> {
  return countOf(
    connection,
    sql`
    insert into channel_product (client_id, channel_id, product_id, state, change_no, changed_at, message, errors, external_id)
    select
      ${context.clientId}, ${context.channelId}, given.product_id, given.state,
      ${context.lastChange}::bigint + row_number() over (order by given.product_id), ${context.at}::timestamptz,
      given.message, given.errors, coalesce(given.external_id, stored.external_id)
    from (
      select
        item."productId" as product_id,
        case item.status when 'Pending' then 'Submitted' else item.status end as state,
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
    where stored.submission_id = ${submissionId}::uuid
      and (
        (stored.state, stored.message, stored.errors) is distinct from (given.state, given.message, given.errors)
        or given.external_id <> coalesce(stored.external_id, '')
      )
    on conflict (client_id, channel_id, product_id) do update
    set
      state = excluded.state,
      change_no = excluded.change_no,
      changed_at = excluded.changed_at,
      message = excluded.message,
      errors = excluded.errors,
      external_id = excluded.external_id,
      before_submit = null`,
  );
}

/** Gives all products of a submission that no report has named the state that follows from its end. */
export function applyRest(
  connection: Connection,
  context: ChangeContext,
  submissionId: string,
  rest: { state: 'Accepted' | 'Returned'; message: string | null },
): Promise<number> {
  return countOf(
    connection,
    sql`
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
    insert into channel_product (client_id, channel_id, product_id, state, change_no, changed_at, message)
    select
      ${context.clientId}, ${context.channelId}, silent.product_id, ${rest.state},
      ${context.lastChange}::bigint + row_number() over (order by silent.product_id), ${context.at}::timestamptz,
      ${rest.message}::text
    from silent
    on conflict (client_id, channel_id, product_id) do update
    set
      state = excluded.state,
      change_no = excluded.change_no,
      changed_at = excluded.changed_at,
      message = excluded.message,
      errors = null,
      before_submit = null`,
  );
}
