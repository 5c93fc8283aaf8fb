import { type RawBuilder, sql } from 'kysely';
import type { ClientId, ProductId, Transaction } from '../../platform/core.ts';
import { orderKey } from './order-key-views.ts';

/** Builds a table of ids, passed as one string separated by U+001F, which no id contains. */
const idRows = (productIds: readonly ProductId[]) =>
  sql<string>`unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C")`;

/**
 * Writes the keys of products in all orders that satisfy a condition on `product_order`. For orders of kind `exact`, also updates the
 * number of products per key. Ids without a product are skipped.
 */
export async function writeKeys(
  transaction: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    with fresh as materialized (
      select
        product_order.order_id,
        product_order.kind = 'exact' as is_counted,
        product.product_id,
        ${orderKey(clientId, sql`product_order.field`, sql`product_order.kind`)} as key
      from product_order
      cross join ${idRows(productIds)} as wanted (product_id)
      join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
      where product_order.client_id = ${clientId} and ${condition}
    ), former as materialized (
      select fresh.order_id, fresh.product_id, kept.key
      from fresh
      cross join lateral (
        select product_order_key.key
        from product_order_key
        where product_order_key.client_id = ${clientId}
          and product_order_key.order_id = fresh.order_id
          and product_order_key.product_id = fresh.product_id
        offset 0
      ) as kept
      where fresh.is_counted
    ), saved as (
      insert into product_order_key (client_id, order_id, product_id, key)
      select ${clientId}, fresh.order_id, fresh.product_id, fresh.key
      from fresh
      on conflict (client_id, order_id, product_id) do update set key = excluded.key
      where product_order_key.key is distinct from excluded.key
      returning product_order_key.order_id, product_order_key.product_id, product_order_key.key
    ), difference as (
      select saved.order_id, coalesce(saved.key, '') as key, 1 as products
      from saved
      join product_order on product_order.client_id = ${clientId} and product_order.order_id = saved.order_id
      where product_order.kind = 'exact'
      union all
      select former.order_id, coalesce(former.key, ''), -1
      from former
      where exists (
        select 1
        from saved
        where saved.order_id = former.order_id and saved.product_id = former.product_id
      )
    )
    insert into product_order_count (client_id, order_id, key, products)
    select ${clientId}, difference.order_id, difference.key, sum(difference.products)
    from difference
    group by difference.order_id, difference.key
    having sum(difference.products) <> 0
    on conflict (client_id, order_id, key) do update set products = product_order_count.products + excluded.products`.execute(
    transaction,
  );
}

/**
 * Writes the keys of products in all orders that are complete or whose build has already passed these products. Ids without a product are
 * skipped.
 */
export async function saveOrderKeys(
  transaction: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<void> {
  await writeKeys(
    transaction,
    clientId,
    productIds,
    sql`product_order.field is not null
      and (product_order.built_through is null or product.product_id <= product_order.built_through)`,
  );
}

/**
 * Deletes keys that satisfy a condition on `product_order_key` and whose product no longer exists. For orders of kind `exact`, also updates
 * the number of products per key.
 */
async function deleteStray(
  transaction: Transaction,
  clientId: ClientId,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    with gone as (
      delete from product_order_key
      using product_order
      where product_order.client_id = ${clientId}
        and product_order_key.client_id = ${clientId}
        and product_order_key.order_id = product_order.order_id
        and ${condition}
        and not exists (
          select 1
          from product
          where product.client_id = ${clientId} and product.product_id = product_order_key.product_id
        )
      returning product_order_key.order_id, product_order.kind, product_order_key.key
    )
    insert into product_order_count (client_id, order_id, key, products)
    select ${clientId}, gone.order_id, coalesce(gone.key, ''), -count(*)
    from gone
    where gone.kind = 'exact'
    group by gone.order_id, coalesce(gone.key, '')
    on conflict (client_id, order_id, key) do update set products = product_order_count.products + excluded.products`.execute(
    transaction,
  );
}

/** Deletes the keys of the given products that no longer exist. */
export const deleteOrderKeysOf = (transaction: Transaction, clientId: ClientId, productIds: readonly ProductId[]) =>
  deleteStray(
    transaction,
    clientId,
    sql`product_order_key.product_id = any(array(select wanted.product_id from ${idRows(productIds)} as wanted (product_id)))`,
  );

/** Deletes the keys of products that no longer exist, with ids after `after` and up to `through` (null for no upper limit). */
export const deleteOrderKeys = (transaction: Transaction, clientId: ClientId, after: string, through: string | null) =>
  deleteStray(
    transaction,
    clientId,
    sql`product_order_key.product_id > ${after} and (${through}::text is null or product_order_key.product_id <= ${through})`,
  );
