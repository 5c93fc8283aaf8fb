import { sql } from 'kysely';
import type { ClientId, Connection } from '../../platform/core.ts';

/** Up to this number of products, a sample is chosen from the ids of all products. Reading them takes 3 ms. */
const maxListed = 5_000;

export interface Sample {
  /** In ascending order. */
  productIds: string[];
  /** True if these are all products. */
  isComplete: boolean;
}

/**
 * Returns at most `size` products that are spread evenly over the ids of all products. With more than 5,000 products, chooses only from the
 * first product of each group of the search index, which is about one product in 24. Reading these ids takes 10 ms for a million products.
 */
export async function listSample(connection: Connection, clientId: ClientId, size: number): Promise<Sample> {
  const { rows } = await sql<{ productId: string }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId}
    order by product.product_id
    limit ${maxListed + 1}`.execute(connection);
  const ids = rows.map(({ productId }) => productId);
  if (ids.length <= maxListed) return { productIds: spread(ids, size), isComplete: ids.length <= size };
  const groups = await listGroups(connection, clientId, size);
  // A client that has just imported its first products may have few groups yet. The sample is then chosen from the ids that were read.
  return { productIds: groups.length < size / 2 ? spread(ids, size) : groups, isComplete: false };
}

function spread(ids: readonly string[], size: number): string[] {
  const step = Math.max(1, ids.length / size);
  return Array.from({ length: Math.min(size, ids.length) }, (_, index) => ids[Math.floor(index * step)] ?? '');
}

/** Returns the first products of at most `size` groups, spread evenly. */
async function listGroups(connection: Connection, clientId: ClientId, size: number): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select page.first_id as "productId"
    from (
      select
        product_search.first_id,
        row_number() over (order by product_search.first_id) - 1 as place,
        count(*) over () as total
      from product_search
      where product_search.client_id = ${clientId}
    ) as page
    where page.place % ceil(page.total / ${size}::numeric)::bigint = 0
    order by page.first_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}
