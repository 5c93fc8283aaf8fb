import { sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction } from '../../platform/index.ts';
import type { ProductToDelete, HistoryRow, Lifetime } from '../history/history-rules.ts';
import { lifeJoins } from '../history/history-views.ts';
import type { ProductState, ValueChange } from '../product/product-types.ts';

/** Locks products in id order until the transaction ends. @returns the ids that exist */
export async function lockProductRows(
  connection: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<ProductId[]> {
  const { rows } = await sql<{ productId: ProductId }>`
    select product.product_id as "productId"
    from product
    where product.client_id = ${clientId} and product.product_id = any(${productIds}::text[])
    order by product.product_id
    for update`.execute(connection);
  return rows.map(({ productId }) => productId);
}

type RowToDelete = ProductState & Lifetime & Pick<ProductToDelete, 'productId' | 'lastHistoryId'> & { at: Date };

/**
 * Returns locked products with the data for their last history entries. `at` is a time of the database's clock. All changes to products use
 * this clock, because only its times can be compared with the result of `getSettledTime`.
 */
export async function listProductsToDelete(
  connection: Connection,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<(ProductToDelete & { at: Date })[]> {
  const { rows } = await sql<RowToDelete>`
    select
      product.product_id as "productId", product.name, product.family, product.category, product.primary_asset as "primaryAsset",
      product."values", product.packaging,
      product.created_at as "createdAt", product.created_by as "createdBy", product.created_job as "createdJob",
      ended.history_id as "previousEnd", began.history_id as "firstChange",
      (
        select product_history.history_id
        from product_history
        where product_history.client_id = ${clientId} and product_history.product_id = product.product_id
        order by product_history.history_id desc
        limit 1
      ) as "lastHistoryId",
      statement_timestamp() as at
    from product
    ${lifeJoins(clientId)}
    where product.client_id = ${clientId} and product.product_id = any(${productIds}::text[])
    order by product.product_id`.execute(connection);
  const changes = await listFirstChanges(connection, clientId, rows);
  return rows.map((row) => {
    const { name, family, category, primaryAsset, values, packaging } = row;
    return {
      productId: row.productId,
      at: row.at,
      state: { name, family, category, primaryAsset, values, packaging },
      life: row,
      lastHistoryId: row.lastHistoryId,
      firstChanges: changes.get(row.productId) ?? [],
    };
  });
}

/**
 * Lists the first change of each attribute after `previousEnd`, which is the deletion of an earlier product with the same id. Reads the
 * history in a lateral subquery for each product. A deletion by filter runs with the planner settings of `planAlongKeys` (see
 * `findMatchingIds`), with which a plain join would read the history of the whole client. That took 2.6 s for 500 products and 82,000
 * entries.
 */
async function listFirstChanges(
  connection: Connection,
  clientId: ClientId,
  products: readonly { productId: ProductId; previousEnd: string | null }[],
): Promise<Map<string, ValueChange[]>> {
  const { rows } = await sql<{ productId: ProductId; change: ValueChange }>`
    select deletable.p as "productId", first.change
    from jsonb_to_recordset(${JSON.stringify(products.map(({ productId, previousEnd }) => ({ p: productId, e: previousEnd })))}::jsonb)
      as deletable (p text, e uuid)
    cross join lateral (
      select distinct on (change.value ->> 'attribute') change.value as change
      from product_history
      cross join lateral jsonb_array_elements(product_history.changes) as change (value)
      where product_history.client_id = ${clientId}
        and product_history.product_id = deletable.p
        and (deletable.e is null or product_history.history_id > deletable.e)
      order by change.value ->> 'attribute', product_history.history_id
    ) as first`.execute(connection);
  const found = new Map<string, ValueChange[]>();
  for (const { productId, change } of rows) found.set(productId, [...(found.get(productId) ?? []), change]);
  return found;
}

/** Deletes products, appends their last history entries, and stores their revisions for `insertProducts`. */
export async function deleteProductRows(
  connection: Transaction,
  clientId: ClientId,
  products: readonly { productId: ProductId; entries: readonly HistoryRow[] }[],
): Promise<void> {
  const entries = products.flatMap(({ productId, entries }) => entries.map((entry) => ({ ...entry, productId })));
  const productIds = products.map(({ productId }) => productId);
  await sql`
    with deleted as (
      delete from product
      where product.client_id = ${clientId} and product.product_id = any(${productIds}::text[])
      returning product.product_id, product.revision + 1 as revision
    ),
    numbered as (
      insert into deleted_revision (client_id, product_id, revision)
      select ${clientId}, deleted.product_id, deleted.revision
      from deleted
      on conflict (client_id, product_id) do update
      set revision = greatest(deleted_revision.revision, excluded.revision)
    )
    insert into product_history (client_id, product_id, history_id, at, kind, actor, job_id, changes)
    select ${clientId}, entry."productId", entry."historyId", entry.at, entry.kind, entry.actor, entry."jobId", entry.changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as entry ("productId" text, "historyId" uuid, at timestamptz, kind text, actor text, "jobId" uuid, changes jsonb)`.execute(
    connection,
  );
}
