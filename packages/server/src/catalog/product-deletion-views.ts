import type { ProductDeletion } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { Deletion } from './product-deletion-types.ts';
import { matches } from './product-filter-views.ts';
import type { ResolvedFilter } from './product-filter.ts';

/** So many products at most go at once, and no more after this many stored bytes: a product may hold megabytes. */
const batchProducts = 500;
const batchBytes = 2 * 1024 * 1024;
const shownProblems = 1000;

export async function findDeletion(
  connection: Connection,
  clientId: string,
  deletionId: string,
): Promise<ProductDeletion | undefined> {
  const { rows } = await sql<
    Omit<ProductDeletion, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }
  >`
    select
      product_deletion.deletion_id as "deletionId", product_deletion.status, product_deletion.chosen, product_deletion.deleted,
      product_deletion.kept, product_deletion.problems, product_deletion.fault,
      product_deletion.started_at as "startedAt", product_deletion.finished_at as "finishedAt"
    from product_deletion
    where product_deletion.client_id = ${clientId} and product_deletion.deletion_id = ${deletionId}`.execute(
    connection,
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...row,
    problems: row.problems.slice(0, shownProblems),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

type FilterChoice = { filter: ResolvedFilter; except: readonly string[]; startedAt: Date };

const isChosen = (clientId: string, { filter, except, startedAt }: FilterChoice): RawBuilder<boolean> => sql`
  product.client_id = ${clientId}
  and product.created_at <= ${startedAt}
  and product.product_id <> all(${except}::text[])
  and ${matches(filter)}`;

export async function countChosen(connection: Connection, clientId: string, choice: FilterChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product
    where ${isChosen(clientId, choice)}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** The next products that match, in id order. */
export async function nextMatching(
  connection: Connection,
  { clientId, reached }: Deletion,
  choice: FilterChoice,
): Promise<string[]> {
  return withinBytes(
    connection,
    sql`
      select product.product_id, pg_column_size(product."values") as bytes
      from product
      where ${isChosen(clientId, choice)} and product.product_id > ${reached}
      order by product.product_id
      limit ${batchProducts}`,
  );
}

/** The next of the named ids, in id order, with or without a product. */
export async function nextNamed(
  connection: Connection,
  { clientId, reached }: Deletion,
  productIds: readonly string[],
): Promise<string[]> {
  return withinBytes(
    connection,
    sql`
      select named.product_id collate "C" as product_id, coalesce(pg_column_size(product."values"), 0) as bytes
      from unnest(${productIds}::text[]) as named (product_id)
      left join product on product.client_id = ${clientId} and product.product_id = named.product_id
      where named.product_id > ${reached}::text collate "C"
      order by named.product_id collate "C"
      limit ${batchProducts}`,
  );
}

async function withinBytes(connection: Connection, candidates: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select sized.product_id as "productId"
    from (
      select
        candidate.product_id,
        sum(candidate.bytes) over (order by candidate.product_id) - candidate.bytes as bytes_before
      from (${candidates}) as candidate
    ) as sized
    where sized.bytes_before < ${batchBytes}
    order by sized.product_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}

/** Those of locked products that are still chosen. */
export async function stillMatching(
  connection: Connection,
  clientId: string,
  choice: FilterChoice,
  productIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product.product_id as "productId"
    from product
    where ${isChosen(clientId, choice)} and product.product_id = any(${productIds}::text[])
    order by product.product_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}
