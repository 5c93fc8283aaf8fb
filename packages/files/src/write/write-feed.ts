import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import type { Spool } from '../source/file-bytes.ts';
import { writeBmecat } from './write-bmecat.ts';
import { writeGoogleTable, writeGoogleXml } from './write-google.ts';
import { writeJsonLd } from './write-json-ld.ts';
import { writeShopify } from './write-shopify.ts';

/** Feeds in which products can be exported. */
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

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  let text = '';
  for await (const part of texts) {
    text += part;
    if (text.length < chunkLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** Feeds that need no spool for the output, because their writers accept every product or refuse before the first byte. */
const early: ReadonlySet<OutFeed> = new Set<OutFeed>(['bmecat', 'json-ld']);

/**
 * Writes products as a feed in UTF-8. An export that the format cannot represent is refused before the first byte.
 * @param attributes the definitions of the client
 * @param spool stores the products, and the whole feed if it must be complete before its first byte is returned
 * @throws FileError format-cannot-carry
 */
export async function* writeFeed(
  products: AsyncIterable<ProductObject>,
  feed: OutFeed,
  attributes: readonly Attribute[],
  spool: Spool,
): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = encoded(writers[feed](products, attributes, spool));
  if (early.has(feed)) {
    yield* bytes;
    return;
  }
  const file = await spool(bytes);
  yield* file.read(0, file.size);
}
