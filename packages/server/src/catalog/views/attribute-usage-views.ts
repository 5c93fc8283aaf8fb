import { sql } from 'kysely';
import type { Connection, ClientId } from '../../platform/index.ts';

export interface AttributeUsage {
  /** The total number of products. */
  products: number;
  attributes: { id: string; products: number }[];
}

/** Counts all products, and for each top-level attribute the products that have it. */
export async function countAttributeUsage(connection: Connection, clientId: ClientId): Promise<AttributeUsage> {
  const { rows } = await sql<{ id: string; products: number }>`
    select held.id, count(*) as products
    from product
    cross join lateral jsonb_object_keys(product."values") as held (id)
    where product.client_id = ${clientId}
    group by held.id
    order by held.id`.execute(connection);
  const all = await sql<{ products: number }>`
    select count(*) as products
    from product
    where product.client_id = ${clientId}`.execute(connection);
  return { products: all.rows[0]?.products ?? 0, attributes: rows };
}
