import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';
import { productTable } from '../views/product-filter-views.ts';
import { orderKey } from './order-key-views.ts';
import type { OrderField, ProductSort, SortPosition } from './order-rules.ts';

export interface OrderState {
  orderId: string;
  /** Number of products whose keys have been computed. Null if the order is complete. */
  built: number | null;
  usedAt: Date;
}

/** Returns the state of an order. @returns undefined if it does not exist */
export async function findOrder(
  connection: Connection,
  clientId: ClientId,
  { field, kind }: OrderField,
): Promise<OrderState | undefined> {
  const { rows } = await sql<OrderState>`
    select
      product_order.order_id::text as "orderId",
      case when product_order.built_through is not null then product_order.built end as built,
      product_order.used_at as "usedAt"
    from product_order
    where product_order.client_id = ${clientId} and product_order.field = ${field} and product_order.kind = ${kind}`.execute(
    connection,
  );
  return rows[0];
}

/** SQL condition that the row `entry`, with columns `key` and `product_id`, comes after a position. */
export function isAfter({ isDescending }: ProductSort, after: SortPosition | undefined): RawBuilder<boolean> {
  if (after === undefined) return sql`true`;
  const beyond = isDescending ? sql`<` : sql`>`;
  const { key, productId } = after;
  if (key === null) return sql`(entry.key is null and entry.product_id ${beyond} ${productId})`;
  return sql`(entry.key is null or (entry.key, entry.product_id) ${beyond} (${key}, ${productId}))`;
}

/** SQL `order by` list for rows `entry`. */
export const inOrder = ({ isDescending }: ProductSort) =>
  isDescending
    ? sql`entry.key is null, entry.key desc, entry.product_id desc`
    : sql`entry.key is null, entry.key, entry.product_id`;

/** The products that a sorted search covers, and their order. */
export interface SortedLookup {
  clientId: ClientId;
  sort: ProductSort;
  /** A condition on table `product`. */
  predicate: RawBuilder<boolean>;
}

export interface Positioned {
  productId: ProductId;
  key: string | null;
}

/**
 * Returns the next matching products after a position, sorted. Searches only `page.productIds`, or all products if it is undefined.
 * Computes the key of each matching product, so use it only if there are few.
 */
export async function sortAmong(
  connection: Connection,
  { clientId, sort, predicate }: SortedLookup,
  page: { productIds: readonly ProductId[] | undefined; after: SortPosition | undefined; limit: number },
): Promise<Positioned[]> {
  const { rows } = await sql<Positioned>`
    select entry.product_id as "productId", entry.key
    from (
      select product.product_id, ${orderKey(clientId, sql`${sort.field}::text`, sql`${sort.kind}::text`)} as key
      from ${productTable(clientId, page.productIds)}
      where product.client_id = ${clientId} and ${predicate}
      offset 0
    ) as entry
    where ${isAfter(sort, page.after)}
    order by ${inOrder(sort)}
    limit ${page.limit}`.execute(connection);
  return rows;
}
