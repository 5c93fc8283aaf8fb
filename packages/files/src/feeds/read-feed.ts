import type { FeedName } from '../feed-types.ts';
import type { FeedFormat } from '../format/feed-choice.ts';
import { spoolInMemory } from '../format/content.ts';
import { openRows, openText } from '../format/open-rows.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import { readAkeneo } from './akeneo.ts';
import { readAmazon } from './amazon.ts';
import { readBmecat } from './bmecat.ts';
import type { FeedItem, FeedReader } from '../feed-items/feed-item.ts';
import { readGdsn } from './gdsn.ts';
import { readGoogleTable } from './google-table.ts';
import { readGoogleXml } from './google-xml.ts';
import { readJsonLd } from './json-ld.ts';
import { readOpenFoodFacts } from './open-food-facts.ts';
import { readShopify } from './shopify.ts';
import { readWooCommerce } from './woocommerce.ts';

const readers: Record<FeedName, FeedReader> = {
  'shopify-csv': readShopify,
  'google-tsv': readGoogleTable,
  'google-xml': readGoogleXml,
  akeneo: readAkeneo,
  woocommerce: readWooCommerce,
  gdsn: readGdsn,
  bmecat: readBmecat,
  'json-ld': readJsonLd,
  'open-food-facts': readOpenFoodFacts,
  amazon: readAmazon,
};

/**
 * Reads a feed as products whose values are not converted yet. Each call reads the file from the beginning.
 * @param format the result of `detectFormat` for a feed
 * @param scanned the same file, for readers that first look for products whose rows are not consecutive. Null skips this check
 * @throws FileError if the file cannot be read to its end
 */
export function readFeed(
  file: FileBytes,
  format: FeedFormat,
  spool: Spool = spoolInMemory,
  scanned: FileBytes | null = file,
): AsyncGenerator<FeedItem, void, undefined> {
  return readers[format.feed]({
    rows: () => openRows(file, format, spool),
    text: () => openText(file, format),
    ...(scanned === null ? {} : { scan: () => openRows(scanned, format, spool) }),
  });
}
