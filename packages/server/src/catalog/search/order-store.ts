import { sql } from 'kysely';
import type { ClientId, ProductId, Transaction } from '../../platform/core.ts';
import { writeKeys } from './order-key-store.ts';
import type { OrderField } from './order-rules.ts';

/** Maximum number of orders of a client. At a million products, each takes about 250 MB. */
export const maxOrders = 16;
/** An order that was used within this time is not given up for a new one. */
const keptMs = 600_000;
/** An order that was not used for this time is given up when the next order is created. */
const unusedMs = 30 * 86_400_000;
/** Minimum time between two writes of `used_at`. */
export const usedEveryMs = 60_000;

/** Records that an order is used, and creates it at first use. */
export async function recordUse(
  transaction: Transaction,
  clientId: ClientId,
  { field, kind }: OrderField,
  now: Date,
): Promise<void> {
  const recently = new Date(now.getTime() - usedEveryMs);
  await sql`
    insert into product_order (client_id, field, kind, used_at)
    values (${clientId}, ${field}, ${kind}, ${now})
    on conflict (client_id, field, kind) do update set used_at = excluded.used_at
    where product_order.used_at < ${recently}`.execute(transaction);
}

/**
 * Makes room for one more order. Gives up all orders that were not used for `unusedMs` and, if the client still has `maxOrders`, the least
 * recently used order. Keys of these orders are deleted in the background.
 * @returns false if all orders were used within `keptMs`
 */
export async function makeRoom(transaction: Transaction, clientId: ClientId, now: Date): Promise<boolean> {
  await sql`
    update product_order
    set field = null
    where product_order.client_id = ${clientId} and product_order.used_at < ${new Date(now.getTime() - unusedMs)}`.execute(
    transaction,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product_order
    where product_order.client_id = ${clientId} and product_order.field is not null`.execute(transaction);
  if ((rows[0]?.count ?? 0) < maxOrders) return true;
  const { numAffectedRows } = await sql`
    update product_order
    set field = null
    where product_order.client_id = ${clientId}
      and product_order.order_id = (
        select oldest.order_id
        from product_order as oldest
        where oldest.client_id = ${clientId} and oldest.field is not null and oldest.used_at < ${new Date(now.getTime() - keptMs)}
        order by oldest.used_at, oldest.order_id
        limit 1
      )`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

interface UnbuiltOrder {
  orderId: string;
  builtThrough: string;
}

/** Returns the next order to build. @returns undefined if all are built */
export async function findUnbuilt(transaction: Transaction, clientId: ClientId): Promise<UnbuiltOrder | undefined> {
  const { rows } = await sql<UnbuiltOrder>`
    select product_order.order_id::text as "orderId", product_order.built_through as "builtThrough"
    from product_order
    where product_order.client_id = ${clientId}
      and product_order.built_through is not null
      and product_order.field is not null
    order by product_order.order_id
    limit 1`.execute(transaction);
  return rows[0];
}

/**
 * Writes the keys of the next products of an order that is being built.
 * @param productIds the next products in id order; `isEnd`: no more products follow
 */
export async function continueOrder(
  transaction: Transaction,
  clientId: ClientId,
  { orderId, builtThrough }: UnbuiltOrder,
  { productIds, isEnd }: { productIds: readonly ProductId[]; isEnd: boolean },
): Promise<void> {
  await writeKeys(transaction, clientId, productIds, sql`product_order.order_id = ${orderId}::bigint`);
  await sql`
    update product_order
    set
      built_through = ${isEnd ? null : (productIds.at(-1) ?? builtThrough)},
      built = product_order.built + ${productIds.length}
    where product_order.client_id = ${clientId} and product_order.order_id = ${orderId}::bigint`.execute(transaction);
}

/**
 * Deletes up to `max` keys of orders that were given up. If no such keys are left, deletes the orders.
 * @returns the number of deleted keys or orders
 */
export async function deleteUnused(transaction: Transaction, clientId: ClientId, max: number): Promise<number> {
  const { numAffectedRows: keys } = await sql`
    delete from product_order_key
    using (
      select unused.client_id, unused.order_id, unused.product_id
      from product_order
      join product_order_key as unused
        on unused.client_id = product_order.client_id and unused.order_id = product_order.order_id
      where product_order.client_id = ${clientId} and product_order.field is null
      limit ${max}
    ) as chosen
    where product_order_key.client_id = chosen.client_id
      and product_order_key.order_id = chosen.order_id
      and product_order_key.product_id = chosen.product_id`.execute(transaction);
  if ((keys ?? 0n) > 0n) return Number(keys);
  await sql`
    delete from product_order_count
    using product_order
    where product_order.client_id = ${clientId}
      and product_order.field is null
      and product_order_count.client_id = ${clientId}
      and product_order_count.order_id = product_order.order_id`.execute(transaction);
  const { numAffectedRows: orders } = await sql`
    delete from product_order
    where product_order.client_id = ${clientId} and product_order.field is null`.execute(transaction);
  return Number(orders ?? 0n);
}
