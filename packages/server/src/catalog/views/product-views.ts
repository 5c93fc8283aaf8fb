import { type RawBuilder, sql } from 'kysely';
import { type Connection, type ClientId, type Page, pageOf, type ProductId } from '../../platform/core.ts';
import { matches, productTable } from './product-filter-views.ts';
import type { ResolvedFilter } from './product-filter-rules.ts';
import { type PackagingLink, type ProductState, reservedNames, type StoredRow } from '../product/product-types.ts';
import type { ProductSelection } from './product-view-rules.ts';

/** A stored product, with its state, times and revision. */
export interface ProductRow {
  productId: ProductId;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
  state: ProductState;
}

type StoredProduct = Omit<ProductRow, 'state'> & Omit<ProductState, 'values' | 'packaging'>;
type PageRow = StoredProduct & { values: string; packaging: string | null; hasNext: boolean };

/**
 * The size of a page is limited, because 1,000 products of 4 MiB would not fit into memory. The limit on stored bytes bounds the data that
 * the database decompresses. It applies to the compressed size, which is known without reading the values. The limit on text bytes bounds
 * the data that is sent. A page has at least one product.
 */
const pageStoredBytes = 4 * 1024 * 1024;
const pageTextBytes = 16 * 1024 * 1024;

function productRow(row: PageRow): ProductRow {
  return {
    productId: row.productId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    revision: row.revision,
    state: {
      name: row.name,
      family: row.family,
      category: row.category,
      primaryAsset: row.primaryAsset,
      values: JSON.parse(row.values) as StoredRow, // only Pimento writes this column
      packaging: row.packaging === null ? null : (JSON.parse(row.packaging) as PackagingLink[]), // only Pimento writes this column
    },
  };
}

/**
 * Builds the SQL expression for the values as text. Selected attributes are read in one pass, because `->` would decompress all values once
 * for each attribute. Reading one short attribute of a product with 800 rows takes a fraction of the time of reading all values.
 */
function valuesText(selection: ProductSelection | undefined): RawBuilder<string> {
  if (selection === undefined) return sql`candidate."values"::text`;
  const ids = [...selection.attributes];
  if (ids.length === 0) return sql`'{}'`;
  return sql`(
    select coalesce(jsonb_object_agg(held.key, held.value), '{}')
    from jsonb_each(candidate."values") as held (key, value)
    where held.key = any(${ids}::text[])
  )::text`;
}

/** Builds the SQL expression for the packaging as text. The expression is null if the packaging is not selected. */
const packagingText = (selection: ProductSelection | undefined): RawBuilder<string | null> =>
  selection === undefined || selection.reserved.has(reservedNames.packaging)
    ? sql`candidate.packaging::text`
    : sql`null`;

/**
 * Returns at most `limit` matching products after an id, in id order, or fewer if the products are very large.
 * @param query.after exclusive; null for the first page
 * @param query.selection the fields to read; values and packaging that are not selected are empty
 */
export async function listProductPage(
  connection: Connection,
  query: {
    clientId: ClientId;
    filter: ResolvedFilter;
    after: string | null;
    limit: number;
    selection?: ProductSelection | undefined;
  },
): Promise<Page<ProductRow>> {
  const { rows } = await sql<PageRow>`
    select
      sized.product_id as "productId", sized.name, sized.family, sized.category, sized.primary_asset as "primaryAsset",
      sized.values_text as "values", sized.packaging_text as packaging,
      sized.revision, sized.created_at as "createdAt", sized.updated_at as "updatedAt",
      sized.has_next as "hasNext"
    from (
      select
        printed.product_id, printed.name, printed.family, printed.category, printed.primary_asset,
        printed.values_text, printed.packaging_text,
        printed.revision, printed.created_at, printed.updated_at,
        printed.has_next,
        octet_length(printed.values_text) as own_bytes,
        sum(octet_length(printed.values_text)) over (order by printed.product_id rows unbounded preceding) as text_bytes
      from (
        select
          candidate.product_id, candidate.name, candidate.family, candidate.category, candidate.primary_asset,
          ${valuesText(query.selection)} as values_text, ${packagingText(query.selection)} as packaging_text,
          candidate.revision, candidate.created_at, candidate.updated_at,
          candidate.has_next
        from (
          select
            product.product_id, product.name, product.family, product.category, product.primary_asset,
            product."values", product.packaging,
            product.revision, product.created_at, product.updated_at,
            pg_column_size(product."values") + coalesce(pg_column_size(product.packaging), 0) as own_bytes,
            sum(pg_column_size(product."values") + coalesce(pg_column_size(product.packaging), 0))
              over in_order as stored_bytes,
            lead(product.product_id) over in_order is not null as has_next
          from ${productTable(query.clientId, query.filter.productIds)}
          where product.client_id = ${query.clientId}
            and product.product_id > ${query.after ?? ''}
            and ${matches(query.clientId, { ...query.filter, productIds: undefined })}
          window in_order as (order by product.product_id rows unbounded preceding)
          order by product.product_id
          limit ${query.limit + 1}
        ) as candidate
        where candidate.stored_bytes - candidate.own_bytes < ${pageStoredBytes}
        offset 0
      ) as printed
    ) as sized
    where sized.text_bytes - sized.own_bytes < ${pageTextBytes}
    order by sized.product_id`.execute(connection);
  const page = pageOf(rows, query.limit);
  return { rows: page.rows.map(productRow), hasMore: page.hasMore || (rows.at(-1)?.hasNext ?? false) };
}

export async function countProducts(
  connection: Connection,
  clientId: ClientId,
  filter: ResolvedFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from product
    where product.client_id = ${clientId} and ${matches(clientId, filter)}`.execute(connection);
  return rows[0]?.count ?? 0;
}

export async function findProduct(
  connection: Connection,
  clientId: ClientId,
  productId: ProductId,
): Promise<ProductRow | undefined> {
  const { rows } = await sql<StoredProduct & Pick<ProductState, 'values' | 'packaging'>>`
    select
      product.product_id as "productId", product.name, product.family, product.category, product.primary_asset as "primaryAsset",
      product."values", product.packaging,
      product.revision, product.created_at as "createdAt", product.updated_at as "updatedAt"
    from product
    where product.client_id = ${clientId} and product.product_id = ${productId}`.execute(connection);
  const [row] = rows;
  if (!row) return undefined;
  const { createdAt, updatedAt, revision, productId: id, ...state } = row;
  return { productId: id, createdAt, updatedAt, revision, state };
}
