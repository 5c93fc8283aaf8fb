import type { FeedValues } from '../feed-types.ts';
import { rowProblem } from '../mapping/row-problem.ts';
import type { Row } from '../rows-types.ts';
import { type FeedItem, type FeedSource, putValue } from '../feed-items/feed-item.ts';
import { cellOf, putCells, readFeedTable, type TableRow } from '../feed-items/feed-table.ts';

const idHeaders = ['item_sku', 'sku', 'contribution_sku#1.value', 'vendor_sku#1.value'];
/**
 * Returns true for the row with technical names, which is line 3, or line 5 in newer templates. The lines above it contain settings and
 * display names.
 */
export const isAmazonHeader = ({ cells }: Row): boolean => cells.some((cell) => idHeaders.includes(cell.trim()));

const reserved = new Set(['item_name', 'parent_sku', 'main_image_url', 'feed_product_type']);

/**
 * Finds lists that are spread over numbered columns, such as `bullet_point1` to `bullet_point5`.
 * @returns the columns by the name of the list
 */
function numberedLists(headers: Iterable<string>): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const header of headers) {
    const name = /^(\D.*?\D)[1-9]\d?$/.exec(header)?.[1];
    if (name !== undefined) lists.set(name, [...(lists.get(name) ?? []), header]);
  }
  for (const [name, members] of lists) if (members.length < 2) lists.delete(name);
  return lists;
}

function itemOf(row: TableRow, lists: ReadonlyMap<string, string[]>): FeedItem {
  const values: FeedValues = new Map();
  const id = idHeaders.find((header) => row.cells.has(header)) ?? '';
  const isParent = /^parent$/i.test(cellOf(row, 'parent_child') || cellOf(row, 'parentage'));
  putValue(values, '__ID', cellOf(row, id));
  putValue(values, '__NAME', cellOf(row, 'item_name'));
  putValue(values, '__FAMILY', isParent ? cellOf(row, id) : cellOf(row, 'parent_sku'));
  putValue(values, '__CATEGORY', cellOf(row, 'feed_product_type'));
  putValue(values, 'PRIMARY_ASSET', cellOf(row, 'main_image_url'));
  const numbered = new Set<string>();
  for (const [name, headers] of lists) {
    putValue(
      values,
      name,
      headers.flatMap((header) => row.cells.get(header) ?? []),
    );
    for (const header of headers) numbered.add(header);
  }
  putCells(values, row.cells, (header) => header === id || reserved.has(header) || numbered.has(header));
  const deletes = cellOf(row, 'update_delete');
  const problems = /^delete$/i.test(deletes)
    ? [rowProblem('row-deletes', row.row.row, { header: 'update_delete', value: deletes })]
    : [];
  return { values, rows: [row.row], problems: [...row.problems, ...problems] };
}

/** Returns true if a row states which columns are required. Some templates have such a row below the header. */
const isRequirement = ({ cells }: TableRow): boolean =>
  [...cells.values()]
    .flat()
    .every((cell) =>
      /^(?:conditionally )?(?:required|optional|preferred|recommended|desired|suggested)$/i.test(cell.trim()),
    );

/** Reads a flat file of Amazon. Numbered columns become a list. */
export async function* readAmazon(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const headers = new Set<string>();
  const named = (header: string): string => {
    headers.add(header);
    return header;
  };
  let lists: ReadonlyMap<string, string[]> | undefined;
  for await (const row of readFeedTable(source.rows(), named, isAmazonHeader)) {
    if (lists === undefined && isRequirement(row)) continue;
    lists ??= numberedLists(headers);
    yield itemOf(row, lists);
  }
}
