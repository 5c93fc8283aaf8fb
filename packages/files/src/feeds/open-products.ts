import type { Attribute } from '../columns/attribute-tree.ts';
import { spoolInMemory } from '../format/content.ts';
import { isFeedFormat } from '../format/feed-choice.ts';
import type { FileFormat } from '../format/format-types.ts';
import { openRowLists } from '../format/open-rows.ts';
import { listOfEach, type MappedProduct, mapRowLists } from '../mapping/map-rows.ts';
import type { Mapping } from '../mapping/mapping-types.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import type { FeedItem } from '../feed-items/feed-item.ts';
import type { FeedShape } from '../feed-items/feed-shape.ts';
import { fitFeed } from '../feed-items/fit-feed.ts';
import { readFeed } from './read-feed.ts';

/** Describes how the content of a file becomes products, by the mapping of a table or the shape of a feed. */
export type ReadPlan =
  | { mapping: Mapping }
  | {
      shape: FeedShape;
      attributes: readonly Attribute[];
      /** Names whose values are omitted, because a dry run does not create the definitions that they need. */
      without?: readonly string[] | undefined;
    };

async function* leaveOut(items: AsyncIterable<FeedItem>, names: readonly string[]) {
  for await (const item of items) {
    for (const name of names) item.values.delete(name);
    yield item;
  }
}

/**
 * Reads a table or a feed as products. Each call reads the file from the beginning.
 * @param format the result of `detectFormat`
 * @param plan a mapping for a table, or the shape and definitions for a feed
 * @param scanned the same file, for the first reading of a table or feed that is read twice (default `file`)
 * @throws FileError if the file cannot be read to its end
 */
export function openProductLists(
  file: FileBytes,
  format: FileFormat,
  plan: ReadPlan,
  spool: Spool = spoolInMemory,
  scanned: FileBytes = file,
): AsyncGenerator<MappedProduct[], void, undefined> {
  if ('mapping' in plan)
    return mapRowLists(
      () => openRowLists(file, format, spool),
      plan.mapping,
      () => openRowLists(scanned, format, spool),
    );
  if (!isFeedFormat(format)) throw new Error('a table needs a mapping');
  const items = leaveOut(readFeed(file, format, spool, scanned), plan.without ?? []);
  return listOfEach(fitFeed(items, plan.shape, plan.attributes));
}

/** Reads a table or a feed as products, like `openProductLists`, but one by one. */
export async function* openProducts(
  ...reading: Parameters<typeof openProductLists>
): AsyncGenerator<MappedProduct, void, undefined> {
  for await (const products of openProductLists(...reading)) for (const product of products) yield product;
}
