import type { FeedName } from '../feed-types.ts';
import type { Row } from '../rows-types.ts';

/** Returns the cells of the row with the headers of a feed that is a table: the first row, or the third one of an Amazon file. */
export async function feedHeader(rows: AsyncIterable<Pick<Row, 'cells'>>, feed: FeedName): Promise<string[]> {
  for await (const { cells } of rows)
    if (feed !== 'amazon' || cells.includes('item_sku') || cells.includes('sku')) return cells;
  return [];
}
