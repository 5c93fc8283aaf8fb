import { type RawBuilder, sql } from 'kysely';
import { isCreatedBy, isUnchangedSince } from '../../catalog/core.ts';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';
import type { BulkKey } from './bulk-types.ts';
import type { UndoneChange } from './undo-rules.ts';

/** A query adds products until their values reach this number of compressed bytes. A single product can have megabytes. */
export const readBytes = 4 * 1024 ** 2;

/**
 * Reads the changes that a bulk edit or import made in the first products of a list. Reads as many products as `readBytes` allows, but at
 * least one. For each product, the result has one list of changes per history entry, oldest first. An import has several entries for a
 * product that its body contained several times. Products that were changed or deleted afterwards are left out. A later bulk edit that was
 * itself undone, and its undo, do not count as changes. Several bulk edits can therefore be undone one after the other, the last one first.
 * @returns changes by product id, and the number of ids that were looked up
 */
export async function readUndone(
  connection: Connection,
  { clientId, jobId }: BulkKey,
  productIds: readonly ProductId[],
): Promise<{ products: Map<string, UndoneChange[][]>; read: number }> {
  const isEntry = (productId: RawBuilder<unknown>) => sql<boolean>`
    entry.client_id = ${clientId}
    and entry.product_id = ${productId}
    and entry.job_id = ${jobId}::uuid
    and entry.kind = 'updated'`;
  const { rows } = await sql<{ productId: ProductId; changes: UndoneChange[][]; nextPlace: number | null }>`
    select
      sized.product_id as "productId",
      (
        select jsonb_agg(entry.changes order by entry.history_id)
        from product_history as entry
        where ${isEntry(sql`sized.product_id`)}
      ) as changes,
      sized.next_place as "nextPlace"
    from (
      select
        chosen.product_id, chosen.place,
        sum(entries.bytes) over in_order - entries.bytes as bytes_before,
        lead(chosen.place) over in_order as next_place
      from unnest(${productIds}::text[]) with ordinality as chosen (product_id, place)
      cross join lateral (
        select product_history.job_id, product_history.kind
        from product_history
        where product_history.client_id = ${clientId}
          and product_history.product_id = chosen.product_id
          and not is_cancelled_out(${clientId}, chosen.product_id, product_history.job_id, ${jobId}::uuid)
        order by product_history.history_id desc
        limit 1
      ) as latest
      cross join lateral (
        select sum(pg_column_size(entry.changes)) as bytes
        from product_history as entry
        where ${isEntry(sql`chosen.product_id`)}
      ) as entries
      where latest.job_id = ${jobId}::uuid and latest.kind = 'updated'
      window in_order as (order by chosen.place rows unbounded preceding)
    ) as sized
    where sized.bytes_before < ${readBytes}
    order by sized.place`.execute(connection);
  const next = rows.at(-1)?.nextPlace ?? null;
  return {
    products: new Map(rows.map(({ productId, changes }) => [productId, changes])),
    read: next === null ? productIds.length : next - 1,
  };
}

/** SQL condition that a job has updated a product. `offset 0` keeps the planner from joining the whole history. */
const isUpdatedBy = ({ clientId, jobId }: BulkKey, productId: RawBuilder<unknown>) => sql<boolean>`exists (
    select
    from product_history
    where product_history.client_id = ${clientId}
      and product_history.product_id = ${productId}
      and product_history.job_id = ${jobId}::uuid
      and product_history.kind = 'updated'
    offset 0
  )`;

/** Returns the products of a list that a bulk edit changed, in the order of the list. */
export async function listChanged(
  connection: Connection,
  { clientId, jobId }: BulkKey,
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select chosen.product_id as "productId"
    from unnest(${productIds}::text[]) with ordinality as chosen (product_id, place)
    where ${isUpdatedBy({ clientId, jobId }, sql`chosen.product_id`)}
    order by chosen.place`.execute(connection);
  return rows.map(({ productId }) => productId);
}

/**
 * SQL expression for the id of the undo of a job, or null if there is none. Ignores dry runs. Also ignores an undo that failed, was
 * cancelled or has ended with rejected products, so that the undo can be repeated.
 */
export const effectiveUndo = (clientId: ClientId, jobId: RawBuilder<unknown>) => sql<string | null>`(
    select undo.job_id
    from bulk_edit as undo
    join import_job as undoing on undoing.client_id = ${clientId} and undoing.job_id = undo.job_id
    where undo.client_id = ${clientId}
      and undo.undoes = ${jobId}
      and not undoing.dry_run
      and undoing.status <> 'Failed'
      and (undoing.status = 'Importing' or undoing.rejected = 0)
    order by undoing.job_no
    limit 1
  )`;

/** Returns the id of the undo of a bulk edit, import or deletion (see `effectiveUndo`). @returns null if there is none */
export async function findUndo(connection: Connection, { clientId, jobId }: BulkKey): Promise<string | null> {
  const { rows } = await sql<{ editId: string | null }>`
    select ${effectiveUndo(clientId, sql`${jobId}::uuid`)} as "editId"`.execute(connection);
  return rows[0]?.editId ?? null;
}

/**
 * Returns the id of the newest undo of a job, even if the undo rejected products. Ignores dry runs and undos that failed.
 * @returns null if there is none
 */
export async function findNewestUndo(connection: Connection, { clientId, jobId }: BulkKey): Promise<string | null> {
  const { rows } = await sql<{ editId: string }>`
    select undo.job_id as "editId"
    from bulk_edit as undo
    join import_job as undoing on undoing.client_id = ${clientId} and undoing.job_id = undo.job_id
    where undo.client_id = ${clientId}
      and undo.undoes = ${jobId}::uuid
      and not undoing.dry_run
      and undoing.status <> 'Failed'
    order by undoing.job_no desc
    limit 1`.execute(connection);
  return rows[0]?.editId ?? null;
}

/** Number of products that one statement of `findImportedPage` examines. */
const walkedProducts = 5_000;

export interface ImportedPage {
  /** The id of the last product that was examined, or undefined at the end. */
  end: ProductId | undefined;
  /** Products that the import changed and did not create, in order of id. */
  updated: ProductId[];
  /** Number of products that the import created, by whether they have changed since. */
  created: { unchanged: number; changed: number };
}

/**
 * Examines the next products of a client and finds those that an import has created or updated. There is no list of an import's products,
 * and no index on the jobs in the history, because every import would have to maintain it. Instead, all products are read by key. The
 * history is read only for products that have changed since the import began.
 */
export async function findImportedPage(
  connection: Connection,
  { clientId, jobId }: BulkKey,
  after: string,
): Promise<ImportedPage> {
  const { rows } = await sql<{ end: ProductId | null; updated: ProductId[]; unchanged: number; created: number }>`
    with walked as materialized (
      select product.product_id, ${isCreatedBy(jobId)} as is_created, product.updated_at >= job.started_at as is_recent
      from walk_products(${clientId}, ${after}, ${walkedProducts}::integer) as next (product_id)
      join product on product.client_id = ${clientId} and product.product_id = next.product_id
      cross join (
        select import_job.started_at
        from import_job
        where import_job.client_id = ${clientId} and import_job.job_id = ${jobId}::uuid
      ) as job
    )
    select
      (select max(walked.product_id) from walked) as end,
      coalesce((
        select array_agg(walked.product_id order by walked.product_id)
        from walked
        where walked.is_recent
          and not walked.is_created
          and ${isUpdatedBy({ clientId, jobId }, sql`walked.product_id`)}
      ), '{}') as updated,
      (
        select count(*)
        from walked
        join product on product.client_id = ${clientId} and product.product_id = walked.product_id
        where walked.is_created and ${isUnchangedSince({ clientId, jobId })}
      ) as unchanged,
      (select count(*) from walked where walked.is_created) as created`.execute(connection);
  const [row] = rows;
  if (!row) return { end: undefined, updated: [], created: { unchanged: 0, changed: 0 } };
  const { end, updated, unchanged, created } = row;
  return { end: end ?? undefined, updated, created: { unchanged, changed: created - unchanged } };
}

/**
 * Returns the undo of a job (see `effectiveUndo`), and the newest deletion of the products that the job created. Ignores deletions that
 * failed. An id is null if there is no such undo or deletion.
 */
export async function findImportUndo(
  connection: Connection,
  { clientId, jobId }: BulkKey,
): Promise<{ editId: string | null; deletionId: string | null }> {
  const { rows } = await sql<{ editId: string | null; deletionId: string | null }>`
    select
      ${effectiveUndo(clientId, sql`${jobId}::uuid`)} as "editId",
      (
        select product_deletion.deletion_id
        from product_deletion
        where product_deletion.client_id = ${clientId}
          and product_deletion.created_by_job = ${jobId}::uuid
          and product_deletion.status <> 'Failed'
        order by product_deletion.started_at desc
        limit 1
      ) as "deletionId"`.execute(connection);
  return rows[0] ?? { editId: null, deletionId: null };
}
