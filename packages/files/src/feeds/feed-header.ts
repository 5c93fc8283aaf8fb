import type { FeedName } from '../feed-types.ts';
import type { Row } from '../rows-types.ts';

/** Returns the header cells of a feed that is a table. The header is the first row, or the row with technical names in an Amazon file. */
export async function feedHeader(rows: AsyncIterable<Pick<Row, 'cells'>>, feed: FeedName): Promise<string[]> {
  for await (const { cells } of rows)
    if (feed !== 'amazon' || cells.includes('item_sku') || cells.includes('sku')) return cells;
  return [];
}
