import { sql } from 'kysely';
import type { Connection } from '../platform/index.ts';
import type { PackagingLink, StoredRow } from './product-types.ts';
import type { SearchedProduct } from './search-token-rules.ts';

export interface ClaimedClient {
  clientId: string;
  /** The last of the products older than the index that is in it; null where all are. */
  builtThrough: string | null;
}

/** Takes a client that has something to be indexed and that nobody indexes now, the one that has waited longest. */
export async function claimClient(transaction: Connection): Promise<ClaimedClient | undefined> {
  await sql`
    insert into search_state (client_id)
    select distinct product_change.client_id
    from product_change
    where not exists (select 1 from search_state where search_state.client_id = product_change.client_id)
    on conflict do nothing`.execute(transaction);
  const { rows } = await sql<ClaimedClient>`
    with next as (
      select search_state.client_id
      from search_state
      where search_state.built_through is not null
        or exists (select 1 from product_change where product_change.client_id = search_state.client_id)
      order by search_state.worked_at, search_state.client_id
      limit 1
      for update skip locked
    )
    update search_state
    set worked_at = clock_timestamp()
    from next
    where search_state.client_id = next.client_id
    returning search_state.client_id as "clientId", search_state.built_through as "builtThrough"`.execute(transaction);
  return rows[0];
}

/**
 * Takes changes of about `most` products off the list and adds what they count for. What is written later stands in changes of its own, so
 * that what is read from now on is as new as these or newer.
 * @returns ids of products, each once
 */
export async function takeChanges(transaction: Connection, clientId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ productIds: string[] | null }>`
    with taken as (
      delete from product_change
      using (
        select listed.change_id, sum(listed.size) over (order by listed.change_id) - listed.size as size_before
        from (
          select product_change.change_id, product_change.size
          from product_change
          where product_change.client_id = ${clientId}
          order by product_change.change_id
          limit ${most}
        ) as listed
      ) as chosen
      where product_change.client_id = ${clientId}
        and product_change.change_id = chosen.change_id
        and chosen.size_before < ${most}
      returning product_change.product_ids, product_change.delta
    ), counted as (
      update search_state
      set products = search_state.products + (select coalesce(sum(taken.delta), 0) from taken)
      where search_state.client_id = ${clientId}
    )
    select array_agg(distinct listed.product_id) as "productIds"
    from taken
    cross join lateral unnest(taken.product_ids) as listed (product_id)`.execute(transaction);
  return rows[0]?.productIds ?? [];
}

/** The next products that are older than the index. */
export async function listUnbuilt(
  transaction: Connection,
  { clientId, builtThrough }: ClaimedClient,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select next.product_id as "productId"
    from walk_products(${clientId}, ${builtThrough}, ${most}::integer) as next (product_id)`.execute(transaction);
  return rows.map(({ productId }) => productId);
}

/** Says how far the index has come in what is older than it; null ends it, and counts the products at that very moment. */
export async function saveBuiltThrough(
  transaction: Connection,
  clientId: string,
  builtThrough: string | null,
): Promise<void> {
  await sql`
    update search_state
    set
      built_through = ${builtThrough},
      products = case when ${builtThrough}::text is null then (
        select count(*)
        from product
        where product.client_id = ${clientId}
      ) - (
        select coalesce(sum(product_change.delta), 0)
        from product_change
        where product_change.client_id = ${clientId}
      ) else search_state.products end
    where search_state.client_id = ${clientId}`.execute(transaction);
}

/** Products are read until they have this many bytes, as they are stored: a product may hold megabytes. */
const pageBytes = 4 * 1024 * 1024;

interface StoredProduct extends Omit<SearchedProduct, 'values' | 'packaging'> {
  values: string;
  packaging: string | null;
}

/** The first of the given products, as many as fit into memory easily; at least one that exists. Ids in ascending order. */
export async function readSearched(
  transaction: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<SearchedProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select
      page.product_id as "productId", page.name, page.family, page.category, page.primary_asset as "primaryAsset",
      page."values"::text as "values", page.packaging::text as packaging
    from (
      select
        product.product_id, product.name, product.family, product.category, product.primary_asset,
        product."values", product.packaging,
        sum(pg_column_size(product."values")) over (order by product.product_id rows unbounded preceding)
          - pg_column_size(product."values") as bytes_before
      from unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f')) as wanted (product_id)
      join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    ) as page
    where page.bytes_before < ${pageBytes}
    order by page.product_id`.execute(transaction);
  return rows.map(({ values, packaging, ...row }) => ({
    ...row,
    values: JSON.parse(values) as StoredRow, // written by the import alone
    packaging: packaging === null ? null : (JSON.parse(packaging) as PackagingLink[]), // as above
  }));
}

/** Writes what products can be found by, as `{1,2,3}` each. */
export async function saveTokens(
  transaction: Connection,
  clientId: string,
  products: readonly { productId: string; tokens: string }[],
): Promise<void> {
  if (products.length === 0) return;
  await sql`
    insert into product_search (client_id, product_id, tokens)
    select ${clientId}, s.product_id, s.tokens::integer[]
    from unnest(
      string_to_array(${products.map(({ productId }) => productId).join('\u001f')}, E'\\x1f'),
      string_to_array(${products.map(({ tokens }) => tokens).join(' ')}, ' ')
    ) as s (product_id, tokens)
    on conflict (client_id, product_id) do update
    set tokens = excluded.tokens
    where product_search.tokens <> excluded.tokens`.execute(transaction);
}

export async function deleteTokens(
  transaction: Connection,
  clientId: string,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  await sql`
    delete from product_search
    using unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f')) as gone (product_id)
    where product_search.client_id = ${clientId} and product_search.product_id = gone.product_id`.execute(transaction);
}

/** Puts new entries to their places in the index; until then every search reads all of them. */
export async function settleTokens(connection: Connection): Promise<void> {
  await sql`select gin_clean_pending_list('product_search_tokens')`.execute(connection);
}

/** Products that wait to be indexed, and whether there are others that are older than the index. */
export async function readBacklog(connection: Connection): Promise<{ changed: number; isBuilding: boolean }> {
  const { rows } = await sql<{ changed: number; isBuilding: boolean }>`
    select
      (select coalesce(sum(product_change.size), 0) from product_change) as changed,
      exists (select 1 from search_state where search_state.built_through is not null) as "isBuilding"`.execute(
    connection,
  );
  return rows[0] ?? { changed: 0, isBuilding: false };
}
