import type { FeedValues } from '../feed-types.ts';
import { FileError } from '../source/file-error.ts';
import { type FeedItem, type FeedSource, putValue, splitList } from '../feed-items/feed-item.ts';
import { cellOf, putCells, readFeedTable, type TableRow } from '../feed-items/feed-table.ts';

/** Maximum number of variable products. Their numbers and ids are kept in memory and take about 100 bytes each. */
const maxVariable = 1_000_000;

const lists = ['Categories', 'Tags', 'Images', 'Grouped products', 'Upsells', 'Cross-sells', 'Brands'];
const attributeHeader = /^Attribute (\d+) (name|value\(s\)|visible|global|default)$/;
const known = new Set(['Type', 'Published', 'Description', 'Stock', 'Length', 'Width', 'Height', ...lists]);

/** Returns the id of a product: its SKU or, if it has none, its number in the shop in the form `id:12`, which other rows use as well. */
const idOf = (row: TableRow): string => {
  const sku = cellOf(row, 'SKU');
  const number = cellOf(row, 'ID');
  return sku === '' && number !== '' ? `id:${number}` : sku;
};

/** Returns the name of an attribute, with a prefix if the file uses this name for something else. */
const attributeName = (name: string): string => (known.has(name) || name.startsWith('__') ? `Attribute ${name}` : name);

/** Adds numbered attributes as lists under their names. The other columns of an attribute become attributes such as `Size (visible)`. */
function putAttributes(values: FeedValues, row: TableRow): void {
  for (const [header, [text = '']] of row.cells) {
    const [, number, part] = attributeHeader.exec(header) ?? [];
    if (number === undefined || part === 'name') continue;
    const stated = cellOf(row, `Attribute ${number} name`);
    const name = stated === '' ? `Attribute ${number}` : attributeName(stated);
    if (part === 'value(s)') putValue(values, name, splitList(text));
    else putValue(values, `${name} (${part})`, text);
  }
}

function itemOf(row: TableRow, idOfNumber: Map<string, string>): FeedItem {
  const values: FeedValues = new Map();
  const id = idOf(row);
  const isVariable = /^variable\b/.test(cellOf(row, 'Type'));
  if (isVariable) idOfNumber.set(`id:${cellOf(row, 'ID')}`, id);
  if (idOfNumber.size > maxVariable)
    throw new FileError(
      'file-too-large',
      `The file has more than ${maxVariable} variable products. Split it into several files.`,
    );
  const parent = cellOf(row, 'Parent').trim();
  putValue(values, '__ID', id);
  putValue(values, '__NAME', cellOf(row, 'Name'));
  putValue(values, '__FAMILY', isVariable ? id : (idOfNumber.get(parent) ?? parent));
  putValue(values, '__CATEGORY', splitList(cellOf(row, 'Categories'))[0] ?? '');
  putValue(values, 'PRIMARY_ASSET', splitList(cellOf(row, 'Images'))[0] ?? '');
  for (const header of lists) putValue(values, header, splitList(cellOf(row, header)));
  putCells(values, row.cells, (header) => ['SKU', 'Name', 'Parent'].includes(header) || attributeHeader.test(header));
  putAttributes(values, row);
  return { values, rows: [row.row], problems: row.problems };
}

/**
 * Reads a product file of WooCommerce. A variation belongs to the family of its parent. Rows refer to the parent by SKU or by number. Only
 * the numbers and ids of variable products are kept in memory.
 */
export async function* readWooCommerce(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const idOfNumber = new Map<string, string>();
  for await (const row of readFeedTable(source.rows())) yield itemOf(row, idOfNumber);
}
