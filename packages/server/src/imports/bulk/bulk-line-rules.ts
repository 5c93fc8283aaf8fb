import { attributeText, type ProductView, type StoredValue } from '../../catalog/core.ts';
import type { EditedProduct, KeyedValue } from './bulk-product-rules.ts';

/** Packaging links have no definition, so they are formatted in their stored form, which an import accepts. */
const memberText = (view: ProductView, { key, value }: KeyedValue) =>
  `${JSON.stringify(key)}:${value === undefined ? 'null' : attributeText(view, key, value as StoredValue)}`;

/**
 * Returns the part of a payload that follows the product id. The import rejects the product if it does not exist or if an expected value
 * has changed.
 */
export function tailText(view: ProductView, { writes, expected }: Pick<EditedProduct, 'writes' | 'expected'>): string {
  const values = writes.map((write) => `,${memberText(view, write)}`).join('');
  return `,"__EXPECTED":{${expected.map((one) => memberText(view, one)).join(',')}}${values}}\n`;
}

/** Returns the payload of a product as one line of NDJSON. @param tail the rest of the line after the id */
export const lineText = (productId: string, tail: string): string => `{"__ID":${JSON.stringify(productId)}${tail}`;

/** The tail for a product without changes. The import rejects the product if it does not exist. */
export const unchangedTail = ',"__EXPECTED":{}}\n';

/** The tail for a product that the import skips because an earlier run handled it, or rejects without reading it. */
export const bareTail = '}\n';

/** Number of characters after which a chunk ends. Because of this limit, an edit of many large values is never in memory as a whole. */
const chunkLength = 1 << 17;

/** Yields the lines of the items, joined into chunks. A chunk ends after the line with which it reaches `chunkLength`. */
export function* inChunks<Item>(
  items: readonly Item[],
  lineOf: (item: Item, at: number) => string,
): Generator<string, void, undefined> {
  let text = '';
  for (const [at, item] of items.entries()) {
    text += lineOf(item, at);
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
