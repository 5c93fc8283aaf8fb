import { sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction } from '../../platform/index.ts';
import { idInOrder, joinLastEntry } from './history-order-store.ts';

// The catalogue is responsible for the table `product`. This file only checks its values and adapts them to changed definitions.

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

/** Maximum number of products of a page. */
const pageProducts = 500;
/** A page ends when its values reach this many bytes, because a single product can have megabytes of values. */
const pageBytes = 2 * 1024 * 1024;

/** A page of all products of a client, in id order. */
export interface HeldPage {
  /** The products that have a value for any of the attributes. */
  holders: HeldValues[];
  products: number;
  /** The last id of the page. Undefined after the last page. */
  through: string | undefined;
}

interface HeldRow {
  productId: ProductId;
  held: string | null;
}

/**
 * Builds the SQL expression for the values of the top-level attributes as JSON text. The expression is null if the product has none of
 * them.
 */
const heldOf = (attributeIds: readonly string[]) => sql`(
  select jsonb_object_agg(asked.id, product."values" -> asked.id)
  from unnest(${attributeIds}::text[]) as asked (id)
  where product."values" ? asked.id
)::text`;

function holdersOf(rows: readonly HeldRow[]): HeldValues[] {
  return rows.flatMap(({ productId, held }) => {
    if (held === null) return [];
    const values = JSON.parse(held) as object; // jsonb_object_agg returns an object
    return [{ productId, values: new Map<string, unknown>(Object.entries(values)) }];
  });
}

/**
 * Reads the next products in id order. Products without a value for the top-level attributes count towards the size of the page, so that no
 * statement scans a whole catalogue for the few products that have one.
 * @param after '' for the first page
 */
export async function listHeldPage(
  connection: Connection,
  clientId: ClientId,
  attributeIds: readonly string[],
  after: string,
): Promise<HeldPage> {
  const { rows } = await sql<HeldRow>`
    with page as materialized (
      select product.product_id, ${heldOf(attributeIds)} as held
      from product
      where product.client_id = ${clientId} and product.product_id > ${after}
      order by product.product_id
      limit ${pageProducts}
    )
    select sized.product_id as "productId", sized.held
    from (
      select
        page.product_id,
        page.held,
        sum(coalesce(octet_length(page.held), 0)) over (order by page.product_id) - coalesce(octet_length(page.held), 0) as bytes_before
      from page
    ) as sized
    where sized.bytes_before < ${pageBytes}
    order by sized.product_id`.execute(connection);
  return { holders: holdersOf(rows), products: rows.length, through: rows.at(-1)?.productId };
}

export async function listHeldValues(
  connection: Connection,
  clientId: ClientId,
  attributeIds: readonly string[],
  productIds: readonly string[],
): Promise<HeldValues[]> {
  const { rows } = await sql<HeldRow>`
    select product.product_id as "productId", ${heldOf(attributeIds)} as held
    from unnest(${productIds}::text[]) as wanted (product_id)
    join product on product.client_id = ${clientId} and product.product_id = wanted.product_id`.execute(connection);
  return holdersOf(rows);
}

/** Locks products in id order, and returns the stored values of the products that have any of the attributes. */
export async function lockHeldValues(
  connection: Transaction,
  clientId: ClientId,
  attributeIds: readonly string[],
  productIds: readonly ProductId[],
): Promise<HeldValues[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<HeldRow>`
    select product.product_id as "productId", ${heldOf(attributeIds)} as held
    from product
    where product.client_id = ${clientId} and product.product_id = any(${productIds}::text[])
    order by product.product_id
    for update`.execute(connection);
  return holdersOf(rows);
}

/**
 * Stores the converted values as an update of each product. The update raises the revision, sets the time, clears the fingerprint and adds
 * a history entry. The transaction must have locked the products.
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
        updated_at = statement_timestamp()
      from locked
      join rewrite on rewrite.i = locked.product_id
      where product.client_id = ${clientId} and product.product_id = locked.product_id
      returning product.product_id
    )
    insert into product_history (client_id, product_id, history_id, kind, actor, changes)
    select ${clientId}, rewrite.i, ${idInOrder(sql`rewrite.h`, sql`0`)}, 'updated', ${actor}, rewrite.c
    from rewrite
    join rewritten on rewritten.product_id = rewrite.i
    ${joinLastEntry(clientId, sql`rewrite.i`)}`.execute(connection);
}

/**
 * Counts the products that have a value at a location, and returns the ids of the first 20. `path` is an SQL/JSON path that begins with
 * `rootId`.
 */
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
