import { type RawBuilder, sql } from 'kysely';
import { type Connection, releaseChunk } from '../platform/core.ts';
import type { PackagingLink, ProductState } from './product-types.ts';

/** A product as it is to be written. `fingerprint` is a UUID text, or null where the row no longer stands for the bytes of an import. */
export interface ProductWrite {
  productId: string;
  state: ProductState;
  fingerprint: string | null;
}

/** Products as the statements below unpack them: everything but the values, and the values, each as one text in UTF-8. */
export interface ProductRows {
  productIds: readonly string[];
  /** JSON objects with `headBetween` between them. */
  heads: Buffer;
  /** JSON objects with `valuesBetween` between them. */
  values: Buffer;
}

export const headBetween = ',';
/** No id may hold U+001F, and no JSON text can hold it other than escaped. */
export const valuesBetween = '\u001f';

/** One product for the heads, as JSON; its values stand as they are. Keys are short, since they are sent once a product. */
export function headOf({ productId, state, fingerprint }: ProductWrite): string {
  return JSON.stringify({
    i: productId,
    n: state.name ?? undefined,
    f: state.family ?? undefined,
    c: state.category ?? undefined,
    a: state.primaryAsset ?? undefined,
    p: state.packaging ?? undefined,
    h: fingerprint ?? undefined,
  });
}

function rowsOf(products: readonly ProductWrite[]): ProductRows {
  return {
    productIds: products.map(({ productId }) => productId),
    heads: Buffer.from(products.map(headOf).join(headBetween)),
    values: Buffer.from(products.map(({ state }) => JSON.stringify(state.values)).join(valuesBetween)),
  };
}

/** What a statement selects from, and how its memory is given back once the statement is done. */
interface PackedRows extends Disposable {
  rows: RawBuilder<unknown>;
}

/**
 * Products as rows `s` to select from, out of two texts. The values are cut apart and read by the server once each, which costs it as
 * little as COPY; as members of the one jsonb they were read and built again, for a tenth more. Arrays through the driver took 2.7 times as long.
 */
function packRows({ heads, values }: ProductRows): PackedRows {
  const source = sql`rows from (
    jsonb_to_recordset(('[' || ${heads}::text || ']')::jsonb) as (i text, n text, f text, c text, a text, p jsonb, h uuid),
    unnest(string_to_array(${values}::text, E'\\x1f'))
  ) as s (i, n, f, c, a, p, h, v)`;
  return {
    rows: source,
    [Symbol.dispose]() {
      releaseChunk(heads);
      releaseChunk(values);
    },
  };
}

/**
 * Inserts the products that do not exist yet, in one statement; the others are left untouched.
 * @param rows in id order, so that two writers meet in the same order; their memory is given back
 * @returns the ids that existed already
 */
export async function insertProducts(
  connection: Connection,
  clientId: string,
  rows: ProductRows,
  origin: { actor: string; jobId: string | null },
): Promise<Set<string>> {
  const count = rows.productIds.length;
  if (count === 0) return new Set();
  using packed = packRows(rows);
  const answer = await sql<{ made: number; ids: string[] | null }>`
    with made as (
      insert into product (client_id, product_id, name, family, category, primary_asset, "values", packaging, fingerprint, created_by, created_job)
      select ${clientId}, s.i, s.n, s.f, s.c, s.a, s.v::jsonb, s.p, s.h, ${origin.actor}, ${origin.jobId}::uuid
      from ${packed.rows}
      on conflict (client_id, product_id) do nothing
      returning product_id
    )
    select
      count(*)::int as made,
      case when count(*) < ${count}::int then array_agg(made.product_id) end as ids
    from made`.execute(connection);
  const { made = 0, ids = null } = answer.rows[0] ?? {};
  return made === count ? new Set() : new Set(rows.productIds).difference(new Set(ids));
}

/**
 * Ids as rows to join with, from one short text: no id may hold U+001F. With `= any(array)` a table that was never analysed was read
 * through the index by time instead of its key, 10 ms a batch instead of 1.
 */
const idRows = (productIds: readonly string[]) =>
  sql`unnest(string_to_array(${productIds.join(valuesBetween)}, E'\\x1f'))`;

interface LockedRow extends ProductState {
  productId: string;
}

/** Locks existing products in id order and answers their states; ids without a product are missing from the map. */
export async function lockProducts(
  connection: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<Map<string, ProductState>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<LockedRow>`
    select
      product.product_id as "productId",
      product.name,
      product.family,
      product.category,
      product.primary_asset as "primaryAsset",
      product."values",
      product.packaging
    from ${idRows(productIds)} as wanted (product_id)
    join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    order by product.product_id
    for update of product`.execute(connection);
  return new Map(rows.map(({ productId, ...state }) => [productId, state]));
}

/** Overwrites products that the transaction has locked. */
export async function updateProducts(
  connection: Connection,
  clientId: string,
  products: readonly ProductWrite[],
): Promise<void> {
  if (products.length === 0) return;
  using packed = packRows(rowsOf(products));
  await sql`
    update product
    set
      name = s.n,
      family = s.f,
      category = s.c,
      primary_asset = s.a,
      "values" = s.v::jsonb,
      packaging = s.p,
      fingerprint = s.h,
      revision = product.revision + 1,
      updated_at = now()
    from ${packed.rows}
    where product.client_id = ${clientId} and product.product_id = s.i`.execute(connection);
}

/**
 * Compares fingerprints without locking: for each wanted product '=' (stored from these very bytes), '!' (stored otherwise) or '-' (absent),
 * as one text in the order of the question. Ids joined by U+001F, which no id may hold: 500 of them cost the driver one short text.
 * The scalar subquery keeps the planner on the primary key; as a join it was tempted into a scan of the whole table.
 */
export async function compareFingerprints(
  connection: Connection,
  clientId: string,
  wanted: readonly { productId: string; fingerprint: string }[],
): Promise<string> {
  const { rows } = await sql<{ verdicts: string | null }>`
    select string_agg(
      coalesce((
        select case when product.fingerprint = s.fingerprint::uuid then '=' else '!' end
        from product
        where product.client_id = ${clientId} and product.product_id = s.product_id
      ), '-'),
      '' order by s.place
    ) as verdicts
    from unnest(
      string_to_array(${wanted.map((item) => item.productId).join(valuesBetween)}, E'\\x1f'),
      string_to_array(${wanted.map((item) => item.fingerprint).join(',')}, ',')
    ) with ordinality as s (product_id, fingerprint, place)`.execute(connection);
  return rows[0]?.verdicts ?? '';
}

/** Packaging links of the given parents; parents without links are missing from the map. */
export async function findPackaging(
  connection: Connection,
  clientId: string,
  parentIds: readonly string[],
): Promise<Map<string, PackagingLink[]>> {
  if (parentIds.length === 0) return new Map();
  const { rows } = await sql<{ productId: string; packaging: PackagingLink[] }>`
    select product.product_id as "productId", product.packaging
    from ${idRows(parentIds)} as wanted (product_id)
    join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    where product.packaging is not null`.execute(connection);
  return new Map(rows.map((row) => [row.productId, row.packaging]));
}

/** Makes every other writer of packaging of this client wait until the transaction ends. */
export async function lockPackaging(connection: Connection, clientId: string): Promise<void> {
  const { rows } = await sql`
    select packaging_state.client_id
    from packaging_state
    where packaging_state.client_id = ${clientId}
    for update`.execute(connection);
  if (rows.length > 0) return;
  await sql`insert into packaging_state (client_id) values (${clientId}) on conflict do nothing`.execute(connection);
  await lockPackaging(connection, clientId);
}
