import type { BulkChange } from '@pimento/contract';
import { sql } from 'kysely';
import type { ClientId, Connection, ProductId } from '../../platform/core.ts';
import { filterFromJson } from '../../catalog/core.ts';
import type { ReadProduct } from './bulk-product-rules.ts';
import type { BulkKey, BulkPlan, BulkSample } from './bulk-types.ts';
import { effectiveUndo, readBytes } from './undo-views.ts';

/** @throws Error if there is no such bulk edit */
export async function getPlan(connection: Connection, { clientId, jobId }: BulkKey): Promise<BulkPlan> {
  const { rows } = await sql<BulkPlan>`
    select
      bulk_edit.changes, bulk_edit.undoes, bulk_edit.undoes_import as "undoesImport",
      bulk_edit.undoes_deletion as "undoesDeletion", bulk_edit.filter, bulk_edit.except_ids as except,
      bulk_edit.chosen is not null as "isFixed", import_job.dry_run as "dryRun", import_job.started_at as "startedAt"
    from bulk_edit
    join import_job on import_job.client_id = ${clientId} and import_job.job_id = bulk_edit.job_id
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}`.execute(connection);
  const [plan] = rows;
  if (!plan) throw new Error(`there is no bulk edit ${jobId}`);
  return { ...plan, filter: plan.filter && filterFromJson(plan.filter) };
}

/** Returns the ids of a part, in order; undefined after the last part. */
export async function findPart(
  connection: Connection,
  { clientId, jobId }: BulkKey,
  partNo: number,
): Promise<ProductId[] | undefined> {
  const { rows } = await sql<{ productIds: ProductId[] }>`
    select bulk_edit_part.product_ids as "productIds"
    from bulk_edit_part
    where bulk_edit_part.client_id = ${clientId} and bulk_edit_part.job_id = ${jobId} and bulk_edit_part.part_no = ${partNo}`.execute(
    connection,
  );
  return rows[0]?.productIds;
}

/** Returns the id of the last chosen product that is stored, or '' if there is none. */
export async function findLastFixed(connection: Connection, { clientId, jobId }: BulkKey): Promise<string> {
  const { rows } = await sql<{ last: string }>`
    select bulk_edit_part.product_ids[cardinality(bulk_edit_part.product_ids)] as last
    from bulk_edit_part
    where bulk_edit_part.client_id = ${clientId} and bulk_edit_part.job_id = ${jobId}
    order by bulk_edit_part.part_no desc
    limit 1`.execute(connection);
  return rows[0]?.last ?? '';
}

export async function countFixed(connection: Connection, { clientId, jobId }: BulkKey): Promise<number> {
  const { rows } = await sql<{ products: number }>`
    select coalesce(sum(cardinality(bulk_edit_part.product_ids)), 0)::bigint as products
    from bulk_edit_part
    where bulk_edit_part.client_id = ${clientId} and bulk_edit_part.job_id = ${jobId}`.execute(connection);
  return rows[0]?.products ?? 0;
}

/**
 * Reads the fields and the given top-level values of the first products of a list. Reads as many products as `readBytes` allows, but at
 * least one.
 * @returns products that exist, and the number of ids that were looked up
 */
export async function readProducts(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly ProductId[],
  attributes: readonly string[],
): Promise<{ products: Map<string, ReadProduct>; read: number }> {
  const { rows } = await sql<ReadProduct & { nextPlace: number | null }>`
    select
      sized.product_id as "productId", sized.name, sized.family, sized.category, sized.primary_asset as "primaryAsset",
      (
        select coalesce(jsonb_object_agg(held.key, held.value), '{}')
        from jsonb_each(sized."values") as held (key, value)
        where held.key = any(${attributes}::text[])
      ) as "values",
      sized.next_place as "nextPlace"
    from (
      select
        product.product_id, product.name, product.family, product.category, product.primary_asset, product."values", chosen.place,
        sum(pg_column_size(product."values")) over in_order - pg_column_size(product."values") as bytes_before,
        lead(chosen.place) over in_order as next_place
      from unnest(${productIds}::text[]) with ordinality as chosen (product_id, place)
      join product on product.client_id = ${clientId} and product.product_id = chosen.product_id
      window in_order as (order by chosen.place rows unbounded preceding)
    ) as sized
    where sized.bytes_before < ${readBytes}
    order by sized.place`.execute(connection);
  const next = rows.at(-1)?.nextPlace ?? null;
  return {
    products: new Map(rows.map(({ nextPlace: _nextPlace, ...row }) => [row.productId, row])),
    read: next === null ? productIds.length : next - 1,
  };
}

/** The data of a bulk edit that its import job does not contain. */
export interface BulkRow {
  changes: BulkChange[] | null;
  undoes: string | null;
  undoesImport: boolean;
  undoesDeletion: boolean;
  /**
   * For the undo of an import, the number of products that the import created, by whether they have changed since. Null until all of them
   * have been counted.
   */
  created: { unchanged: number; changed: number } | null;
  undoneBy: string | null;
  chosen: number | null;
  samples: BulkSample[];
  /** True while the list of the chosen products is stored. */
  hasParts: boolean;
}

export async function findBulkRow(connection: Connection, { clientId, jobId }: BulkKey): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select
      bulk_edit.changes, bulk_edit.undoes, bulk_edit.undoes_import as "undoesImport",
      bulk_edit.undoes_deletion as "undoesDeletion", bulk_edit.chosen, bulk_edit.samples,
      case when bulk_edit.created_unchanged is not null then jsonb_build_object(
        'unchanged', bulk_edit.created_unchanged, 'changed', bulk_edit.created_changed
      ) end as created,
      ${effectiveUndo(clientId, sql`bulk_edit.job_id`)} as "undoneBy",
      exists (
        select from bulk_edit_part
        where bulk_edit_part.client_id = ${clientId} and bulk_edit_part.job_id = bulk_edit.job_id
      ) as "hasParts"
    from bulk_edit
    where bulk_edit.client_id = ${clientId} and bulk_edit.job_id = ${jobId}::uuid`.execute(connection);
  return rows[0];
}

/** Counts the bulk edits of a client that run or wait. */
export async function countRunning(connection: Connection, clientId: ClientId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from import_job
    where import_job.client_id = ${clientId} and import_job.status = 'Importing' and import_job.origin = 'bulk'`.execute(
    connection,
  );
  return rows[0]?.count ?? 0;
}
