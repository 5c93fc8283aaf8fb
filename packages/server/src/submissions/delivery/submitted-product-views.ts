import { sql } from 'kysely';
import type { ProductState } from '../../catalog/core.ts';
import { type Connection, pageOf, type ProductId } from '../../platform/core.ts';
import type { SubmissionKey } from '../submission-types.ts';
import type { PageRange } from './delivered-page-types.ts';

/** A submitted product as it is stored. */
export interface SubmittedRow extends Omit<ProductState, 'values' | 'packaging'> {
  productId: ProductId;
  /** Last reported id in the target system. Null if none was reported. Always null for submissions other than withdrawals. */
  externalId: string | null;
  /** JSON as PostgreSQL prints it. */
  values: string;
  packaging: string | null;
  assetIds: string[];
  channelCategory: string | null;
  /** A JSON object that maps targets to the values that users set. */
  overrides: string | null;
}

/**
 * A page ends with the product at which the values reach this many bytes as text, because 1,000 products of 4 MiB would not fit into
 * memory.
 */
const maxPageBytes = 16 * 1024 * 1024;

/** Lists a page of at most `limit` submitted products in order of product id, or fewer if the products are very large. */
export async function listSubmittedRows(
  connection: Connection,
  key: SubmissionKey,
  page: PageRange,
): Promise<{ rows: SubmittedRow[]; hasMore: boolean }> {
  const { rows } = await sql<SubmittedRow & { hasNext: boolean }>`
    select
      sized.product_id as "productId", sized.name, sized.family, sized.category, sized.primary_asset as "primaryAsset",
      sized.values_text as "values", sized.packaging_text as packaging, sized.external_id as "externalId",
      sized.asset_ids as "assetIds", sized.channel_category as "channelCategory", sized.overrides_text as overrides,
      sized.has_next as "hasNext"
    from (
      select
        printed.*,
        octet_length(printed.values_text) as own_bytes,
        sum(octet_length(printed.values_text)) over in_order as bytes,
        lead(printed.product_id) over in_order is not null as has_next
      from (
        select
          submission_product.product_id, submission_product.name, submission_product.family,
          submission_product.category, submission_product.primary_asset,
          submission_product."values"::text as values_text,
          submission_product.packaging::text as packaging_text,
          submission_product.external_id, submission_product.asset_ids, submission_product.channel_category,
          submission_product.overrides::text as overrides_text
        from submission_product
        where submission_product.client_id = ${key.clientId}
          and submission_product.submission_id = ${key.submissionId}::uuid
          and submission_product.product_id > ${page.after ?? ''}
        order by submission_product.product_id
        limit ${page.limit + 1}
      ) as printed
      window in_order as (order by printed.product_id rows unbounded preceding)
    ) as sized
    where sized.bytes - sized.own_bytes < ${maxPageBytes}
    order by sized.product_id`.execute(connection);
  const { rows: found, hasMore } = pageOf(rows, page.limit);
  return { rows: found, hasMore: hasMore || (rows.at(-1)?.hasNext ?? false) };
}
