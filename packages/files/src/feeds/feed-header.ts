import type { FeedName } from '../feed-types.ts';
import { isSeparatorLine, type Row } from '../rows-types.ts';
import { isAmazonHeader } from './amazon.ts';

/**
 * Returns the header cells of a feed that is a table, or an empty list if there is no header. The header is the first row after the line
 * with the delimiter, or the row with technical names in an Amazon file.
 */
export async function feedHeader(rows: AsyncIterable<Row>, feed: FeedName): Promise<string[]> {
  for await (const row of rows)
    if (!isSeparatorLine(row) && (feed !== 'amazon' || isAmazonHeader(row))) return row.cells;
  return [];
}
