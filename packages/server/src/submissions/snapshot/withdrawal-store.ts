import { type RawBuilder, sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { ClientId, ProductId, Transaction } from '../../platform/index.ts';
import { failedIds, isChosen, listed, namedIds, type WithdrawalChoice } from './product-choice-views.ts';
import { maxListedSkips, type Snapshot } from './snapshot-types.ts';

/** SQL condition that a row of `channel_product` belongs to a deleted product whose withdrawal has not been requested. */
export const isDeletedThere = (clientId: ClientId) => sql<boolean>`(
  channel_product.submitted_revision is not null
  and not channel_product.withdrawing
  and (
    select product.product_id
    from product
    where product.client_id = ${clientId} and product.product_id = channel_product.product_id
  ) is null
)`;

/**
 * Converts the choice to a condition on the table `channel_product`, because only this table has rows of deleted products. A choice can
 * list deleted products, or include deleted products whose delivery failed.
 */
function isChosenThere(key: ConnectionKey, choice: WithdrawalChoice): RawBuilder<boolean> {
  switch (choice.kind) {
    case 'ids':
      return sql`channel_product.product_id = any (${listed(choice.productIds)})`;
    case 'failed':
      return sql`channel_product.product_id in (${failedIds(key.clientId, choice.submissionId)})`;
    case 'deleted':
      return isDeletedThere(key.clientId);
    case 'filter':
      return sql`channel_product.product_id in (
        select product.product_id
        from product
        where product.client_id = ${key.clientId} and ${isChosen(key, choice)}
      )`;
  }
}

const named = (key: ConnectionKey, choice: WithdrawalChoice): RawBuilder<{ productId: ProductId }> =>
  choice.kind === 'deleted' ? sql`select null::text as product_id where false` : namedIds(key, choice);

/**
 * Writes the products of a withdrawal with their external ids, in a single statement. Chosen ids that were never submitted to the channel,
 * or that are already withdrawn, are skipped. A withdrawal needs no definitions, so all withdrawals of a client share an empty list.
 */
export async function takeWithdrawal(
  transaction: Transaction,
  key: ConnectionKey,
  submissionId: string,
  choice: WithdrawalChoice,
): Promise<Snapshot> {
  const { rows } = await sql<Snapshot>`
    with hashed as materialized (
      select sha256(convert_to('[]', 'UTF8')) as hash
    ), kept as (
      insert into structure_snapshot (client_id, snapshot_hash, definitions)
      select ${key.clientId}, hashed.hash, '[]'::jsonb
      from hashed
      on conflict do nothing
    ), taken as (
      insert into submission_product (
        client_id, submission_id, product_id, revision, created_at, name, "values", external_id
      )
      select
        ${key.clientId}, ${submissionId}::uuid, channel_product.product_id,
        channel_product.submitted_revision, channel_product.submitted_created_at,
        (
          select product.name
          from product
          where product.client_id = ${key.clientId} and product.product_id = channel_product.product_id
        ),
        '{}'::jsonb, channel_product.external_id
      from channel_product
      where channel_product.client_id = ${key.clientId}
        and channel_product.channel_id = ${key.channelId}
        and channel_product.submitted_revision is not null
        and channel_product.state <> 'Withdrawn'
        and ${isChosenThere(key, choice)}
      returning submission_product.product_id
    ), passed_over as materialized (
      select named.product_id
      from (${named(key, choice)}) as named (product_id)
      where named.product_id not in (select taken.product_id from taken)
    )
    select
      (select count(*) from taken) as count,
      (select hashed.hash from hashed) as hash,
      (select count(*) from passed_over) as "skippedCount",
      coalesce((
        select jsonb_agg(jsonb_build_object('productId', shown.product_id, 'code', 'not-on-channel', 'missing', null))
        from (
          select passed_over.product_id
          from passed_over
          order by passed_over.product_id
          limit ${maxListedSkips}
        ) as shown
      ), '[]') as skipped`.execute(transaction);
  const [snapshot] = rows;
  if (!snapshot) throw new Error('a select without a table returned no row');
  return snapshot;
}
