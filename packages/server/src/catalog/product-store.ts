import { type RawBuilder, sql } from 'kysely';
import { type Connection, releaseChunk } from '../platform/core.ts';
import type { PackagingLink, ProductState } from './product-types.ts';

/** A product as it is to be written. `fingerprint` is a UUID text, or null where the row no longer stands for the bytes of an import. */
export interface ProductWrite {
  productId: string;
  state: ProductState;
  fingerprint: string | null;
}

/** One product as the statements below unpack it: the values apart from everything else, both as JSON in UTF-8. */
export interface ProductRow {
  head: Uint8Array;
  values: Uint8Array;
}

/**
 * Made while an earlier batch is being stored: stringifying is a fifth of the work of an import. Keys are short, since they are sent once a product.
 * @param encode where the bytes are put; as texts, the rows of a batch were a third of what the garbage collector had to move
 */
export function writeRow(
  { productId, state, fingerprint }: ProductWrite,
  encode: (text: string) => Uint8Array = (text) => Buffer.from(text),
): ProductRow {
  const head = {
    i: productId,
    n: state.name ?? undefined,
    f: state.family ?? undefined,
    c: state.category ?? undefined,
    a: state.primaryAsset ?? undefined,
    p: state.packaging ?? undefined,
    h: fingerprint ?? undefined,
  };
  return { head: encode(JSON.stringify(head)), values: encode(JSON.stringify(state.values)) };
}

/** No id may hold U+001F, and no JSON text can hold it other than escaped. */
const separator = '\u001f';

/** Pieces of UTF-8 as one, with an ASCII character between them. */
function joinPieces(pieces: readonly Uint8Array[], between: string): Buffer {
  const size = pieces.reduce((sum, piece) => sum + piece.byteLength + 1, -1);
  const joined = Buffer.allocUnsafe(Math.max(size, 0));
  let at = 0;
  for (const piece of pieces) {
    if (at > 0) joined[at++] = between.charCodeAt(0);
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
}

/** What a statement selects from, and how its memory is given back once the statement is done. */
interface PackedRows extends Disposable {
  rows: RawBuilder<unknown>;
}

/**
 * Products as rows `s` to select from, out of two texts. The values are cut apart and read by the server once each, which costs it as
 * little as COPY; as members of the one jsonb they were read and built again, for a tenth more. Arrays through the driver took 2.7 times as long.
 */
function packRows(rows: readonly ProductRow[]): PackedRows {
  const heads = joinPieces(
    rows.map((row) => row.head),
    ',',
  );
  const values = joinPieces(
    rows.map((row) => row.values),
    separator,
  );
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
 * @param rows by product id, in id order, so that two writers meet in the same order
 * @returns the ids that existed already
 */
export async function insertProducts(
  connection: Connection,
  clientId: string,
  rows: ReadonlyMap<string, ProductRow>,
  origin: { actor: string; jobId: string | null },
): Promise<Set<string>> {
  if (rows.size === 0) return new Set();
  using packed = packRows([...rows.values()]);
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
      case when count(*) < ${rows.size}::int then array_agg(made.product_id) end as ids
    from made`.execute(connection);
  const { made = 0, ids = null } = answer.rows[0] ?? {};
  return made === rows.size ? new Set() : new Set(rows.keys()).difference(new Set(ids));
}

/**
 * Ids as rows to join with, from one short text: no id may hold U+001F. With `= any(array)` a table that was never analysed was read
 * through the index by time instead of its key, 10 ms a batch instead of 1.
 */
const idRows = (productIds: readonly string[]) => sql`unnest(string_to_array(${productIds.join(separator)}, E'\\x1f'))`;

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
  using packed = packRows(products.map((product) => writeRow(product)));
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
      string_to_array(${wanted.map((item) => item.productId).join(separator)}, E'\\x1f'),
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
