import type { FoundFeed } from '../feed-types.ts';
import { isSeparatorLine, type Row } from '../rows-types.ts';

/** Converts a header to lower case, with underscores instead of white space. */
export const foldedHeader = (header: string): string => header.trim().toLowerCase().replaceAll(/\s+/g, '_');

type Has = (...names: string[]) => boolean;

const googleFields = ['availability', 'price', 'image_link', 'condition', 'google_product_category', 'brand', 'gtin'];

function isAkeneo(has: Has, headers: ReadonlySet<string>): boolean {
  const isLocal = [...headers].some((header) => /-(?:[a-z]{2,3}_[a-z]{2}|products|groups)(?:-|$)/.test(header));
  const isModel = has('code', 'family_variant');
  const hasId = has('sku') || has('identifier') || has('uuid');
  return isModel || (hasId && has('family', 'categories') && (isLocal || has('enabled') || has('groups')));
}

/** Finds the feed to which a header row belongs. `has` checks whether all given names are among the headers. */
function findByHeader(has: Has, headers: ReadonlySet<string>): FoundFeed | undefined {
  if (has('handle', 'title') && (has('variant_sku') || has('option1_value') || has('variant_price')))
    return { feed: 'shopify-csv', reason: 'the header has Handle, Title and columns of variants' };
  if (has('url_handle', 'title') && (has('sku') || has('option1_value')))
    return { feed: 'shopify-csv', reason: 'the header has URL handle, Title and columns of variants' };
  if (has('type', 'sku', 'name') && (has('regular_price') || has('is_featured?') || has('attribute_1_name')))
    return { feed: 'woocommerce', reason: 'the header has Type, SKU, Name and other columns of WooCommerce' };
  if (isAkeneo(has, headers)) return { feed: 'akeneo', reason: 'the header has the columns of an Akeneo export' };
  if (has('id', 'title', 'link') && googleFields.filter((name) => headers.has(name)).length >= 2)
    return { feed: 'google-tsv', reason: 'the header has id, title, link and other attributes of Google Merchant' };
  if (has('item_sku') && (has('feed_product_type') || has('update_delete') || has('external_product_id')))
    return { feed: 'amazon', reason: 'the header has item_sku and other columns of an Amazon flat file' };
  return undefined;
}

/** Recognises a feed by the first rows of a table. */
export function findTableFeed(rows: readonly Row[]): FoundFeed | undefined {
  const first = rows.find((row) => !isSeparatorLine(row));
  if (first === undefined) return undefined;
  if (first.cells[0]?.startsWith('TemplateType=') === true)
    return { feed: 'amazon', reason: 'the first line names the template of an Amazon flat file' };
  const headers = new Set(first.cells.map(foldedHeader));
  return headers.has('__id')
    ? undefined
    : findByHeader((...names) => names.every((name) => headers.has(name)), headers);
}
