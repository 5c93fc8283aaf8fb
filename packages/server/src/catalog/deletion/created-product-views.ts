import { type RawBuilder, sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';

/** Number of products that one query scans. */
const pageProducts = 5_000;

/** SQL condition on table `product` that the import created the product. */
export const isCreatedBy = (jobId: string): RawBuilder<boolean> =>
  sql<boolean>`product.created_job is not distinct from ${jobId}::uuid`;

/**
 * SQL condition on table `product` that the product has not changed since its creation, or that the import `jobId` made the last change.
 * History entries up to a deletion belong to an earlier product with the same id. Ignores later imports and bulk edits that were undone,
 * and their undos.
 */
export const isUnchangedSince = ({ clientId, jobId }: { clientId: ClientId; jobId: string }): RawBuilder<boolean> =>
  sql<boolean>`coalesce((
    select product_history.kind = 'deleted' or product_history.job_id is not distinct from ${jobId}::uuid
    from product_history
    where product_history.client_id = ${clientId}
      and product_history.product_id = product.product_id
      and not is_cancelled_out(product.client_id, product.product_id, product_history.job_id, ${jobId}::uuid)
    order by product_history.history_id desc
    limit 1
  ), true)`;

/**
 * Scans the next `pageProducts` products of a client.
 * @returns `end`: id of the last scanned product, undefined if there are no more; `created`: how many of them the import created
 */
export async function findCreatedPage(
  connection: Connection,
  { clientId, jobId }: { clientId: ClientId; jobId: string },
  after: string,
): Promise<{ end: ProductId | undefined; created: number }> {
  const { rows } = await sql<{ end: ProductId | null; created: number }>`
    select max(product.product_id) as end, count(*) filter (where ${isCreatedBy(jobId)}) as created
    from walk_products(${clientId}, ${after}, ${pageProducts}::integer) as walked (product_id)
    join product on product.client_id = ${clientId} and product.product_id = walked.product_id`.execute(connection);
  const [row] = rows;
  return { end: row?.end ?? undefined, created: row?.created ?? 0 };
}

/**
 * Builds a query for up to `max` products that the import created, among the next `pageProducts` products, with the stored size of their
 * values.
 */
export const createdCandidates = (
  { clientId, jobId }: { clientId: ClientId; jobId: string },
  after: string,
  max: number,
): RawBuilder<unknown> => sql`
  select product.product_id, pg_column_size(product."values") as bytes
  from walk_products(${clientId}, ${after}, ${pageProducts}::integer) as walked (product_id)
  join product on product.client_id = ${clientId} and product.product_id = walked.product_id
  where ${isCreatedBy(jobId)}
  order by product.product_id
  limit ${max}`;

/** Returns the locked products that the import created and that have not changed since. */
export async function listUnchangedCreated(
  connection: Connection,
  { clientId, jobId }: { clientId: ClientId; jobId: string },
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId}
      and product.product_id = any(${productIds}::text[])
      and ${isCreatedBy(jobId)}
      and ${isUnchangedSince({ clientId, jobId })}
    order by product.product_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}
