import { type RawBuilder, sql } from 'kysely';
import { isCreatedBy, isUnchangedSince } from '../../catalog/core.ts';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';
import type { BulkKey } from './bulk-types.ts';
import type { UndoneChange } from './undo-rules.ts';

/**
 * Reads what a bulk edit or import changed in these products, one list of changes for each of its history entries, the first one first; an
 * import has several if it contained the product several times. Products that were changed or deleted since are missing. A later bulk edit and its undo
 * together change nothing, so both are skipped in a product that they have changed. Several bulk edits can thus be undone one after the
 * other, the last one first.
 */
export async function readUndone(
  connection: Connection,
  { clientId, jobId }: BulkKey,
  productIds: readonly ProductId[],
): Promise<Map<string, UndoneChange[][]>> {
  const { rows } = await sql<{ productId: ProductId; changes: UndoneChange[][] }>`
    select
      chosen.product_id as "productId",
      (
        select jsonb_agg(entry.changes order by entry.history_id)
        from product_history as entry
        where entry.client_id = ${clientId}
          and entry.product_id = chosen.product_id
          and entry.job_id = ${jobId}::uuid
          and entry.kind = 'updated'
      ) as changes
    from unnest(${productIds}::text[]) as chosen (product_id)
    cross join lateral (
      select product_history.job_id, product_history.kind
      from product_history
      where product_history.client_id = ${clientId}
        and product_history.product_id = chosen.product_id
        and not is_cancelled_out(${clientId}, chosen.product_id, product_history.job_id, ${jobId}::uuid)
      order by product_history.history_id desc
      limit 1
    ) as latest
    where latest.job_id = ${jobId}::uuid and latest.kind = 'updated'`.execute(connection);
  return new Map(rows.map(({ productId, changes }) => [productId, changes]));
}

/** SQL condition: a job changed a product and did not create it. `offset 0` keeps the planner from joining the whole history. */
const isUpdatedBy = ({ clientId, jobId }: BulkKey, productId: RawBuilder<unknown>) => sql<boolean>`exists (
    select
    from product_history
    where product_history.client_id = ${clientId}
      and product_history.product_id = ${productId}
      and product_history.job_id = ${jobId}::uuid
      and product_history.kind = 'updated'
    offset 0
  )`;

/** Returns the products of a list that a bulk edit changed, in the same order. */
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
 * SQL expression for the undo of a job that runs or has restored all products; null if there is none. An undo that failed, was cancelled or
 * left products as they were does not count, so that it can be repeated.
 */
export const undoOf = (clientId: ClientId, jobId: RawBuilder<unknown>) => sql<string | null>`(
    select undo.job_id
    from bulk_edit as undo
    join import_job as undoing on undoing.client_id = undo.client_id and undoing.job_id = undo.job_id
    where undo.client_id = ${clientId}
      and undo.undoes = ${jobId}
      and not undoing.dry_run
      and undoing.status <> 'Failed'
      and (undoing.status = 'Importing' or undoing.rejected = 0)
    limit 1
  )`;

/** Products of a client that are looked at together. */
const walkedProducts = 5_000;

export interface ImportedPage {
  /** The id of the last product that was looked at; undefined at the end. */
  end: ProductId | undefined;
  /** Products that the import changed and did not create, in order of id. */
  updated: ProductId[];
  /** Products that it created, by whether they have changed since. */
  created: { unchanged: number; changed: number };
}

/**
 * Looks for the products of an import among the next products of the client. There is no list of them, and no index over the jobs of the
 * history, because each import would pay for it. Instead all products are walked by key; the history is only read of products with a change
 * after the import began.
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
        where walked.is_created and ${isUnchangedSince(jobId)}
      ) as unchanged,
      (select count(*) from walked where walked.is_created) as created`.execute(connection);
  const [row] = rows;
  if (!row) return { end: undefined, updated: [], created: { unchanged: 0, changed: 0 } };
  const { end, updated, unchanged, created } = row;
  return { end: end ?? undefined, updated, created: { unchanged, changed: created - unchanged } };
}

/** Returns the newest undo of a job that runs or has restored all products, and the newest deletion of what the job created. */
export async function findImportUndo(
  connection: Connection,
  { clientId, jobId }: BulkKey,
): Promise<{ editId: string | null; deletionId: string | null }> {
  const { rows } = await sql<{ editId: string | null; deletionId: string | null }>`
    select
      ${undoOf(clientId, sql`${jobId}::uuid`)} as "editId",
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
