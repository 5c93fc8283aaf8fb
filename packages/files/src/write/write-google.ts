import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { plainCsvLine } from '../csv/csv-text.ts';
import { splitList } from '../feed-items/feed-item.ts';
import { googleGroups } from '../feeds/google-fields.ts';
import { parseGroup } from '../feeds/google-table.ts';
import { FeedRefusals } from './feed-refusals.ts';
import { googleFields, type GoogleItem, GoogleItems, type GoogleValue } from './google-item.ts';
import { elementText } from './xml-out.ts';

const escaped = (text: string): string => text.replaceAll(/[\\,:]/g, '\\$&');

/** Formats a group with its parts in order, without empty parts at the end. */
const groupText = (rows: readonly ReadonlyMap<string, string>[], parts: readonly string[]): string =>
  rows
    .map((row) => {
      const filled = parts.findLastIndex((part) => (row.get(part) ?? '') !== '');
      return parts
        .slice(0, filled + 1)
        .map((part) => escaped(row.get(part) ?? ''))
        .join(':');
    })
    .join(',');

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Formats a value as a cell. Returns undefined if reading the cell would return a different value. */
function cellText(field: string, value: GoogleValue): string | undefined {
  if (typeof value === 'string') return value;
  const parts = googleGroups.get(field);
  if (parts === undefined) {
    const texts = value as string[]; // only groups have rows, so the value is a list of strings
    const cell = texts.map((text) => text.replaceAll(',', '\\,')).join(',');
    return equal(splitList(cell), texts) ? cell : undefined;
  }
  const rows = value as ReadonlyMap<string, string>[]; // a group is a list of rows
  const cell = groupText(rows, parts);
  const entries = (row: ReadonlyMap<string, unknown>) => parts.map((part) => row.get(part) ?? '');
  return equal(parseGroup(cell, parts)?.map(entries), rows.map(entries)) ? cell : undefined;
}

const firstFields = ['id', 'title', 'item_group_id', 'product_type', 'image_link'];

/**
 * Writes products as a table of Google Merchant, separated by tabs.
 * @throws FileError format-cannot-carry after the last product. The caller must then discard the output
 */
export async function* writeGoogleTable(
  products: AsyncIterable<ProductObject>,
  attributes: readonly Attribute[],
): AsyncGenerator<string, void, undefined> {
  const fields = googleFields(attributes);
  const refusals = new FeedRefusals('google-tsv');
  const items = new GoogleItems(fields, refusals);
  const headers = [...new Set([...firstFields, ...fields.values()])];
  yield plainCsvLine(headers, '\t');
  for await (const product of products) {
    const item = items.of(product);
    const cells = headers.map((header) => {
      const value = item.get(header);
      const cell = value === undefined ? '' : cellText(header, value);
      if (cell === undefined)
        refusals.add(header, product['__ID'], 'has a value that the separators of a table would split');
      return cell ?? '';
    });
    if (refusals.isEmpty) yield plainCsvLine(cells, '\t');
  }
  refusals.check();
}

/** Formats an item of an RSS feed. */
function itemText(item: GoogleItem, name: (field: string) => string): string {
  let text = '';
  for (const [field, value] of item) {
    const tag = `g:${field}`;
    for (const one of [value].flat<GoogleValue[]>()) {
      if (typeof one === 'string') text += `<${tag}>${elementText(one, () => name(field))}</${tag}>`;
      else {
        const parts = [...one].map(([part, cell]) => `<g:${part}>${elementText(cell, () => name(field))}</g:${part}>`);
        text += `<${tag}>${parts.join('')}</${tag}>`;
      }
    }
  }
  return `<item>${text}</item>\n`;
}

/**
 * Writes products as RSS 2.0 with the attributes of Google Merchant.
 * @throws FileError format-cannot-carry after the last product. The caller must then discard the output
 */
export async function* writeGoogleXml(
  products: AsyncIterable<ProductObject>,
  attributes: readonly Attribute[],
): AsyncGenerator<string, void, undefined> {
  const refusals = new FeedRefusals('google-xml');
  const items = new GoogleItems(googleFields(attributes), refusals);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n';
  yield '<title>Products</title>\n<link/>\n<description>Products</description>\n';
  for await (const product of products) {
    const item = items.of(product);
    const text = itemText(item, (field) => {
      refusals.add(field, product['__ID'], 'has a character that XML cannot carry');
      return '';
    });
    if (refusals.isEmpty) yield text;
  }
  yield '</channel>\n</rss>\n';
  refusals.check();
}
