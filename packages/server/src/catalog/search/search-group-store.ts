import { type RawBuilder, sql } from 'kysely';
import type { Connection, ClientId, ProductId, Transaction } from '../../platform/core.ts';
import type { PackagingLink, StoredRow } from '../product/product-types.ts';
import type { SearchedProduct } from './search-token-rules.ts';

/** Version of the text folding that tokens are made with. To change it, also replace the index `product_search_outdated`. */
const folding = 2;

/**
 * SQL condition that a client has groups with an earlier version of the text folding. The version is a literal, because the partial index
 * has exactly this condition.
 */
export const hasOutdatedGroups = (clientId: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1
  from product_search
  where product_search.client_id = ${clientId} and product_search.folding < 2
)`;

/** Builds a table of ids, passed as one string separated by U+001F, which no id contains. */
const idRows = (productIds: readonly ProductId[]) =>
  sql<string>`unnest(string_to_array(${productIds.join('\u001f')}, E'\\x1f') collate "C")`;

/**
 * Deletes the groups whose ranges contain the given products. The range of a group ends at the start of the next group.
 * @returns all products that need a new group, range by range, in order
 */
export async function deleteGroupsOf(
  transaction: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
): Promise<ProductId[][]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<{ productIds: ProductId[] }>`
    with place as materialized (
      select distinct
        coalesce((
          select holder.first_id
          from product_search as holder
          where holder.client_id = ${clientId} and holder.first_id <= asked.product_id
          order by holder.first_id desc
          limit 1
        ), '') as first_id,
        (
          select following.first_id
          from product_search as following
          where following.client_id = ${clientId} and following.first_id > asked.product_id
          order by following.first_id
          limit 1
        ) as next_id
      from ${idRows(productIds)} as asked (product_id)
    ), gone as (
      delete from product_search
      using place
      where product_search.client_id = ${clientId} and product_search.first_id = place.first_id
    )
    select array_agg(member.product_id order by member.product_id) as "productIds"
    from place
    cross join lateral (
      select product.product_id
      from product
      where product.client_id = ${clientId}
        and product.product_id >= place.first_id
        and (place.next_id is null or product.product_id < place.next_id)
      order by product.product_id
    ) as member
    group by place.first_id
    order by place.first_id`.execute(transaction);
  return rows.map((row) => row.productIds);
}

/**
 * Deletes the groups whose first id is greater than `after` and at most `last`.
 * @param last null for all groups after `after`
 * @returns the products after `last` that were in these groups, in order; none if `last` is null
 */
export async function deleteGroups(
  transaction: Transaction,
  clientId: ClientId,
  after: string,
  last: string | null,
): Promise<ProductId[]> {
  const { rows } = await sql<{ productIds: ProductId[] | null }>`
    with gone as (
      delete from product_search
      where product_search.client_id = ${clientId}
        and product_search.first_id > ${after}
        and (${last}::text is null or product_search.first_id <= ${last})
      returning product_search.last_id
    )
    select array_agg(product.product_id order by product.product_id) as "productIds"
    from (select max(gone.last_id) as last_id from gone) as reach
    join product on product.client_id = ${clientId}
      and product.product_id > ${last}
      and product.product_id <= reach.last_id`.execute(transaction);
  return rows[0]?.productIds ?? [];
}

/** One query reads products until their values reach this number of stored bytes, because a single product can contain megabytes. */
const pageBytes = 4 * 1024 * 1024;

interface StoredProduct extends Omit<SearchedProduct, 'values' | 'packaging'> {
  values: string;
  packaging: string | null;
}

/**
 * Returns the first of the given products, in order, until their values reach `pageBytes`, but at least one product. Ids without a product
 * are skipped.
 */
export async function listSearchedProducts(
  transaction: Transaction,
  clientId: ClientId,
  productIds: readonly ProductId[],
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
      from ${idRows(productIds)} as wanted (product_id)
      join product on product.client_id = ${clientId} and product.product_id = wanted.product_id
    ) as page
    where page.bytes_before < ${pageBytes}
    order by page.product_id`.execute(transaction);
  return rows.map(({ values, packaging, ...row }) => ({
    ...row,
    values: JSON.parse(values) as StoredRow, // only Pimento writes this column
    packaging: packaging === null ? null : (JSON.parse(packaging) as PackagingLink[]), // only Pimento writes this column
  }));
}

export interface SearchGroup {
  firstId: string;
  lastId: string;
  /** The tokens as a PostgreSQL array, such as `{1,2,3}`. */
  tokens: string;
}

export async function saveGroups(
  transaction: Transaction,
  clientId: ClientId,
  groups: readonly SearchGroup[],
): Promise<void> {
  if (groups.length === 0) return;
  await sql`
    insert into product_search (client_id, first_id, last_id, tokens, folding)
    select ${clientId}, s.first_id, s.last_id, s.tokens::integer[], ${folding}
    from unnest(
      string_to_array(${groups.map(({ firstId }) => firstId).join('\u001f')}, E'\\x1f'),
      string_to_array(${groups.map(({ lastId }) => lastId).join('\u001f')}, E'\\x1f'),
      string_to_array(${groups.map(({ tokens }) => tokens).join(' ')}, ' ')
    ) as s (first_id, last_id, tokens)`.execute(transaction);
}

/** Moves pending entries into the index, because every search scans all pending entries. */
export async function flushPendingTokens(connection: Connection): Promise<void> {
  await sql`select gin_clean_pending_list('product_search_tokens')`.execute(connection);
}
