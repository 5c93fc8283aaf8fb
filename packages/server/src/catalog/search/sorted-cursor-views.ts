import { sql } from 'kysely';
import type { ProductId, Transaction } from '../../platform/core.ts';
import { productTable } from '../views/product-filter-views.ts';
import { orderKey } from './order-key-views.ts';
import { idField, type ProductSort } from './order-rules.ts';
import type { SortedLookup } from './order-views.ts';

/** Builds a query for the matching products with their keys. `offset 0` keeps the planner from computing a key twice. */
function entriesOf({ clientId, sort, predicate }: SortedLookup, productIds: readonly ProductId[] | undefined) {
  const isById = sort.field === idField;
  return sql`
    select
      product.product_id,
      ${isById ? sql`null::text` : orderKey(clientId, sql`${sort.field}::text`, sql`${sort.kind}::text`)} as key
    from ${productTable(clientId, productIds)}
    where product.client_id = ${clientId} and ${predicate}
    ${isById ? sql`` : sql`offset 0`}`;
}

/** Returns the same order as `inOrder`, but with `nulls last` instead of a separate expression for products without a key. */
function orderOf({ field, isDescending }: ProductSort) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  return field === idField
    ? sql`entry.product_id ${direction}`
    : sql`entry.key ${direction} nulls last, entry.product_id ${direction}`;
}

/**
 * Opens a cursor over the ids of all matching products in the order of a list. The database sorts them at the first fetch, on disk if there
 * are many. A transaction has at most one such cursor at a time.
 * @param productIds only these products; undefined for all
 * @returns a function that fetches the next `max` ids. At the end it returns fewer ids and closes the cursor
 */
export async function openSortedIds(
  connection: Transaction,
  lookup: SortedLookup,
  productIds: readonly ProductId[] | undefined,
): Promise<(max: number) => Promise<ProductId[]>> {
  await sql`
    declare sorted_products no scroll cursor for
    select entry.product_id as "productId"
    from (${entriesOf(lookup, productIds)}) as entry
    order by ${orderOf(lookup.sort)}`.execute(connection);
  let isOpen = true;
  return async (max) => {
    if (!isOpen) return [];
    const { rows } = await sql<{ productId: ProductId }>`fetch ${sql.lit(max)} from sorted_products`.execute(
      connection,
    );
    if (rows.length < max) {
      isOpen = false;
      await sql`close sorted_products`.execute(connection);
    }
    return rows.map(({ productId }) => productId);
  };
}
