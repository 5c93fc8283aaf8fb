import type { FeedValues } from '../feed-types.ts';
import { type FeedItem, type FeedSource, putValue, splitList, textIn } from '../feed-items/feed-item.ts';
import { cellOf, putCells, readFeedTable, type TableRow } from '../feed-items/feed-table.ts';

const idHeaders = ['identifier', 'sku', 'code', 'uuid'];
const ownHeaders = new Set(['name', 'family', 'parent', 'picture', 'image']);
/** Returns true if a column contains comma-separated codes: categories, groups, or associations such as `X_SELL-products`. */
const isList = (header: string): boolean =>
  header === 'categories' || header === 'groups' || /-(?:products|product_models|groups)$/.test(header);

const nameOf = (row: TableRow): string => {
  const local = [...row.cells.keys()].find((header) => header.startsWith('name-'));
  return cellOf(row, 'name') || (local === undefined ? '' : cellOf(row, local));
};

/**
 * Sets `__FAMILY`. In a file without a column `parent`, this is Akeneo's family, unless the row has a `family_variant`. In all other cases,
 * it is the id of the product model, and Akeneo's family becomes the attribute `family`. A row with a `family_variant` but no parent is
 * itself a product model. The product model of any other row is its parent, if it has one.
 */
function putFamily(values: FeedValues, row: TableRow, hasParents: boolean): void {
  const family = cellOf(row, 'family');
  const isModel = row.cells.has('family_variant') && cellOf(row, 'parent') === '';
  if (!hasParents && !row.cells.has('family_variant')) {
    putValue(values, '__FAMILY', family);
    return;
  }
  putValue(values, '__FAMILY', isModel ? textIn(values, '__ID') : cellOf(row, 'parent'));
  putValue(values, 'family', family);
}

function itemOf(row: TableRow, hasParents: boolean): FeedItem {
  const values: FeedValues = new Map();
  const id = idHeaders.find((header) => row.cells.has(header)) ?? '';
  putValue(values, '__ID', cellOf(row, id));
  putValue(values, '__NAME', nameOf(row));
  putFamily(values, row, hasParents);
  putValue(values, '__CATEGORY', splitList(cellOf(row, 'categories'))[0] ?? '');
  putValue(values, 'PRIMARY_ASSET', cellOf(row, 'picture') || cellOf(row, 'image'));
  for (const [header, texts] of row.cells)
    if (isList(header))
      putValue(
        values,
        header,
        texts.flatMap((text) => splitList(text)),
      );
  putCells(values, row.cells, (header) => header === id || ownHeaders.has(header));
  if (row.cells.has('picture') && row.cells.has('image')) putValue(values, 'image', cellOf(row, 'image'));
  return { values, rows: [row.row], problems: row.problems };
}

/** Reads an export of products or product models from Akeneo, as CSV or XLSX. */
export async function* readAkeneo(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  let hasParents = false;
  const named = (header: string): string => {
    hasParents ||= header === 'parent';
    return header;
  };
  for await (const row of readFeedTable(source.rows(), named)) yield itemOf(row, hasParents);
}
