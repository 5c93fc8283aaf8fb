import { sql } from 'kysely';
import type { ConnectionKey } from '../../channels/index.ts';
import type { Connection, ProductId } from '../../platform/index.ts';
import { isChosen, namedIds, type ProductChoice } from './product-choice-views.ts';
import { maxListedSkips, type Snapshot } from './snapshot-types.ts';

/** Counts the chosen products. */
export async function countChosen(connection: Connection, key: ConnectionKey, choice: ProductChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product
    where product.client_id = ${key.clientId} and ${isChosen(key, choice)}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Counts the chosen ids that do not belong to a product, and lists the first `maxListedSkips` of them as skipped products. */
export async function findMissing(
  connection: Connection,
  key: ConnectionKey,
  choice: ProductChoice,
): Promise<Pick<Snapshot, 'skipped' | 'skippedCount'>> {
  const { rows } = await sql<{ productId: ProductId; count: number }>`
    select named.product_id as "productId", count(*) over () as count
    from (${namedIds(key, choice)}) as named (product_id)
    where (
      select product.product_id
      from product
      where product.client_id = ${key.clientId} and product.product_id = named.product_id
    ) is null
    order by named.product_id
    limit ${maxListedSkips}`.execute(connection);
  return {
    skipped: rows.map(({ productId }) => ({ productId, code: 'unknown-product', missing: null })),
    skippedCount: rows[0]?.count ?? 0,
  };
}
