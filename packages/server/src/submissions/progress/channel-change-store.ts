import { sql } from 'kysely';
import type { ProductId, Transaction } from '../../platform/index.ts';
import { type ChangeContext, changeColumns, isOwn, writeStates } from './state-write-store.ts';

/** Selects the product ids to compare with the products in the catalogue. */
const compared = (context: ChangeContext, productIds: readonly ProductId[] | undefined) =>
  productIds === undefined
    ? sql`(select channel_product.product_id from channel_product where ${isOwn(context)}) as given`
    : sql`unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C") as given (product_id)`;

/**
 * Assigns change numbers to products on the channel that were changed after their submission, deleted, or created again since their last
 * numbered change.
 * @param productIds if undefined, all products of the connection are compared
 */
export function markChanged(
  connection: Transaction,
  context: ChangeContext,
  productIds: readonly ProductId[] | undefined,
): Promise<number> {
  const source = sql`
    with found as materialized (
      select
        given.product_id,
        stored.state,
        stored.known_changed,
        stored.known_deleted,
        stored.submitted_revision is not null
          and (stored.submitted_revision, stored.submitted_created_at)
            is distinct from (current.revision, current.created_at) as is_changed,
        current.revision is null as is_deleted
      from ${compared(context, productIds)}
      cross join lateral (
        select
          channel_product.state, channel_product.submitted_revision, channel_product.submitted_created_at,
          channel_product.known_changed, channel_product.known_deleted
        from channel_product
        where ${isOwn(context)} and channel_product.product_id = given.product_id
        offset 0
      ) as stored
      left join lateral (
        select product.revision, product.created_at
        from product
        where product.client_id = ${context.clientId} and product.product_id = given.product_id
        offset 0
      ) as current on true
    )
    select ${changeColumns(context, sql`found.product_id`, sql`found.state`)}, found.is_changed, found.is_deleted
    from found
    where (found.known_changed, found.known_deleted) is distinct from (found.is_changed, found.is_deleted)`;
  return writeStates(connection, ['known_changed', 'known_deleted'], source, []);
}
