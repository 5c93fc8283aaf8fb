import { sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction } from '../../platform/index.ts';

// The catalogue owns this table. This file only converts its values to changed definitions.

export interface HeldValues {
  productId: ProductId;
  /** Top-level attribute id → stored value, for the requested attributes. */
  values: Map<string, unknown>;
}

/** A product with converted values. `changes` are added to its history. */
export interface ValueRewrite {
  productId: ProductId;
  historyId: string;
  changes: { attribute: string; old: unknown; new?: unknown }[];
}

/** A page ends after this many products or bytes, because one product can have megabytes of values. */
const pageProducts = 200;
const pageBytes = 2 * 1024 * 1024;

/**
 * Lists the next products, in id order, that have a value for any of the top-level attributes.
 * @param after '' for the first page
 */
export async function listHeldValues(
  connection: Connection,
  clientId: ClientId,
  attributeIds: readonly string[],
  after: string,
): Promise<HeldValues[]> {
  const { rows } = await sql<{ productId: ProductId; held: string }>`
    select page.product_id as "productId", page.held
    from (
      select
        holder.product_id,
        holder.held,
        sum(octet_length(holder.held)) over (order by holder.product_id) - octet_length(holder.held) as bytes_before
      from (
        select
          product.product_id,
          (
            select jsonb_object_agg(asked.id, product."values" -> asked.id)
            from unnest(${attributeIds}::text[]) as asked (id)
            where product."values" ? asked.id
          )::text as held
        from product
        where product.client_id = ${clientId}
          and product.product_id > ${after}
          and product."values" ?| ${attributeIds}::text[]
        order by product.product_id
        limit ${pageProducts}
      ) as holder
    ) as page
    where page.bytes_before < ${pageBytes}
    order by page.product_id`.execute(connection);
  return rows.map(({ productId, held }) => {
    const values = JSON.parse(held) as object; // made by jsonb_object_agg
    return { productId, values: new Map<string, unknown>(Object.entries(values)) };
  });
}

/**
 * Stores the converted values as a change of each product, with revision, time and history. Rows are locked in id order; products that were
 * deleted in the meantime are skipped.
 */
export async function rewriteValues(
  connection: Transaction,
  clientId: ClientId,
  rewrites: readonly ValueRewrite[],
  actor: string,
): Promise<void> {
  if (rewrites.length === 0) return;
  const payload = JSON.stringify(
    rewrites.map(({ productId, historyId, changes }) => ({
      i: productId,
      h: historyId,
      v: Object.fromEntries(changes.flatMap((change) => ('new' in change ? [[change.attribute, change.new]] : []))),
      d: changes.flatMap((change) => ('new' in change ? [] : [change.attribute])),
      c: changes,
    })),
  );
  await sql`
    with rewrite as materialized (
      select s.i, s.h, s.v, s.d, s.c
      from jsonb_to_recordset(${payload}::jsonb) as s (i text, h uuid, v jsonb, d text[], c jsonb)
    ),
    locked as materialized (
      select product.product_id
      from product
      where product.client_id = ${clientId} and product.product_id = any(${rewrites.map(({ productId }) => productId)})
      order by product.product_id
      for update
    ),
    rewritten as (
      update product
      set
        "values" = (product."values" - rewrite.d) || rewrite.v,
        fingerprint = null,
        revision = product.revision + 1,
        updated_at = now()
      from locked
      join rewrite on rewrite.i = locked.product_id
      where product.client_id = ${clientId} and product.product_id = locked.product_id
      returning product.product_id
    )
    insert into product_history (client_id, product_id, history_id, kind, actor, changes)
    select ${clientId}, rewrite.i, rewrite.h, 'updated', ${actor}, rewrite.c
    from rewrite
    join rewritten on rewritten.product_id = rewrite.i`.execute(connection);
}

/** Counts the products that have a value at a location, and returns the first 20. `path` is an SQL/JSON path that begins with `rootId`. */
export async function findUse(
  connection: Connection,
  clientId: ClientId,
  location: { rootId: string; path: string },
): Promise<{ count: number; productIds: ProductId[] }> {
  const { rows } = await sql<{ count: number; productIds: ProductId[] }>`
    with used as materialized (
      select product.product_id
      from product
      where product.client_id = ${clientId}
        and product."values" ? ${location.rootId}
        and jsonb_path_exists(product."values", ${location.path}::text::jsonpath)
    )
    select
      (select count(*)::int from used) as count,
      array(
        select used.product_id
        from used
        order by used.product_id
        limit 20
      ) as "productIds"`.execute(connection);
  return rows[0] ?? { count: 0, productIds: [] };
}
