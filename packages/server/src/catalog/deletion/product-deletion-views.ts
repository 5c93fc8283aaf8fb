import type { ProductDeletion } from '@pimento/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, ClientId, ProductId } from '../../platform/index.ts';
import { createdCandidates, findCreatedPage } from './created-product-views.ts';
import type { Deletion } from './product-deletion-types.ts';
import { matches } from '../views/product-filter-views.ts';
import type { ResolvedFilter } from '../views/product-filter-rules.ts';

/**
 * Limits of one batch of a deletion, in products and stored bytes. The byte limit is needed because a single product can contain megabytes.
 */
export const batchProducts = 500;
const batchBytes = 2 * 1024 * 1024;
/** Maximum number of problems that a deletion lists. */
export const shownProblems = 1000;

/**
 * SQL condition on table `product_deletion` that it has ended and all its products can be restored. It is false if a process of an earlier
 * version has deleted some of the products, because it did not record them for the undo.
 */
export const canRestore = (clientId: ClientId): RawBuilder<boolean> => sql<boolean>`(
        product_deletion.status <> 'Deleting' and product_deletion.deleted > 0 and product_deletion.deleted = (
          select coalesce(sum(cardinality(product_deletion_part.product_ids)), 0)
          from product_deletion_part
          where product_deletion_part.client_id = ${clientId}
            and product_deletion_part.deletion_id = product_deletion.deletion_id
        )
      )`;

export async function findDeletion(
  connection: Connection,
  clientId: ClientId,
  deletionId: string,
): Promise<ProductDeletion | undefined> {
  const { rows } = await sql<
    Omit<ProductDeletion, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null }
  >`
    select
      product_deletion.deletion_id as "deletionId", product_deletion.status, product_deletion.chosen, product_deletion.deleted,
      product_deletion.kept, product_deletion.problems, product_deletion.fault,
      ${canRestore(clientId)} as "canUndo",
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

export interface FilterChoice {
  filter: ResolvedFilter;
  except: readonly ProductId[];
  startedAt: Date;
  /** Products that were changed after this time are kept. If null, changed products are deleted too. */
  asOf: Date | null;
}

/**
 * SQL condition on table `product` that the request selects the product. The query must add the condition on the client, and the one for
 * `asOf`.
 */
export const isChosen = (clientId: ClientId, { filter, except, startedAt }: FilterChoice): RawBuilder<boolean> => sql`
  product.created_at <= ${startedAt}
  and product.product_id <> all(${except}::text[])
  and ${matches(clientId, filter)}`;

/** Counts the products that match the filter but are excluded by id. */
export async function countExcepted(
  connection: Connection,
  clientId: ClientId,
  { filter, except }: Pick<FilterChoice, 'filter' | 'except'>,
): Promise<number> {
  if (except.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product
    where product.client_id = ${clientId}
      and product.product_id = any(${except}::text[])
      and ${matches(clientId, filter)}`.execute(connection);
  return rows[0]?.count ?? 0;
}

/** Returns as many of the found products, in id order, as fit in one batch. */
export async function limitToBatch(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
  return withinBytes(
    connection,
    sql`
      select product.product_id, pg_column_size(product."values") as bytes
      from product
      where product.client_id = ${clientId} and product.product_id = any(${productIds}::text[])`,
  );
}

/** Returns the given ids after `reached`, including ids without a product, in id order. Returns as many as fit in one batch. */
export async function listNextNamed(
  connection: Connection,
  { clientId, reached }: Deletion,
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
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

/**
 * Scans the next page of all products and returns those that an import created, at most one batch.
 * @returns `reached`: the id up to which all products were scanned; undefined at the end
 */
export async function listNextCreated(
  connection: Connection,
  { clientId, reached }: Deletion,
  jobId: string,
): Promise<{ candidates: ProductId[]; reached: ProductId | undefined }> {
  const key = { clientId, jobId };
  const { end, created } = await findCreatedPage(connection, key, reached);
  if (created === 0) return { candidates: [], reached: end };
  const candidates = await withinBytes(connection, createdCandidates(key, reached, batchProducts));
  return { candidates, reached: candidates.length < created ? (candidates.at(-1) ?? end) : end };
}

async function withinBytes(connection: Connection, candidates: RawBuilder<unknown>): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
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

/** Returns the locked products that still match the request. */
export async function listStillMatching(
  connection: Connection,
  clientId: ClientId,
  choice: FilterChoice,
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId}
      and product.product_id = any(${productIds}::text[])
      and ${isChosen(clientId, choice)}
      and (${choice.asOf}::timestamptz is null or product.updated_at <= ${choice.asOf}::timestamptz)
    order by product.product_id`.execute(connection);
  return rows.map(({ productId }) => productId);
}
