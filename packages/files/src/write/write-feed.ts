import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { spoolInMemory } from '../format/content.ts';
import type { Spool } from '../source/file-bytes.ts';
import { writeBmecat } from './write-bmecat.ts';
import { writeGoogleTable, writeGoogleXml } from './write-google.ts';
import { writeJsonLd } from './write-json-ld.ts';
import { writeShopify } from './write-shopify.ts';

/** Feeds that exports can be written as. */
export const outFeeds = ['shopify-csv', 'google-tsv', 'google-xml', 'bmecat', 'json-ld'] as const;
export type OutFeed = (typeof outFeeds)[number];

type FeedWriter = (
  products: AsyncIterable<ProductObject>,
  attributes: readonly Attribute[],
  spool: Spool,
) => AsyncGenerator<string, void, undefined>;

const writers: Record<OutFeed, FeedWriter> = {
  'shopify-csv': writeShopify,
  'google-tsv': writeGoogleTable,
  'google-xml': writeGoogleXml,
  bmecat: writeBmecat,
  'json-ld': writeJsonLd,
};

const chunkLength = 64 * 1024;

/**
 * Writes products as a feed in UTF-8.
 * @param attributes the definitions of the client
 * @param spool receives the products once more; by default memory, up to 64 MB
 * @throws FileError format-cannot-carry; what was written until then is to be thrown away
 */
export async function* writeFeed(
  products: AsyncIterable<ProductObject>,
  feed: OutFeed,
  attributes: readonly Attribute[],
  spool: Spool = spoolInMemory,
): AsyncGenerator<Uint8Array, void, undefined> {
  let text = '';
  for await (const part of writers[feed](products, attributes, spool)) {
    text += part;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
