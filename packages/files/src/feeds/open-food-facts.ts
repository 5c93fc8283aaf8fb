import { parseExact } from '../columns/product-json.ts';
import type { FeedValues } from '../feed-types.ts';
import { type FeedItem, type FeedSource, putValue } from '../feed-items/feed-item.ts';
import { readJsonItems } from '../feed-items/json-items.ts';
import { isObject, jsonValue, type JsonObject, objectValues, parseItem } from '../feed-items/json-values.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the name of a product. If there are rows by language, prefers the row `main`, then the language of the product. */
function nameOf(product: JsonObject): string {
  const { product_name: name, lang } = product;
  if (!Array.isArray(name)) return text(name) || text(product['product_name_en']) || text(product['generic_name']);
  const rows = (name as unknown[]).filter(isObject); // the elements are checked one by one
  const found = rows.find((row) => row['lang'] === 'main') ?? rows.find((row) => row['lang'] === lang) ?? rows[0];
  return text(found?.['text']);
}

/** Returns the most specific category. */
function categoryOf({ categories_tags: tags }: JsonObject): string {
  return Array.isArray(tags) ? text(tags.at(-1)) : '';
}

const nutrientPart = /^(.+?)_((?:prepared_)?(?:100g|serving|unit|value|label|modifier))$/;

/** Converts nutrients from properties of one object (`fat_100g`, `fat_unit`) to one row per nutrient. */
function nutrientRows(object: JsonObject): FeedValues[] {
  const rows = new Map<string, FeedValues>();
  for (const key of Object.keys(object)) {
    const [, name = key, part = 'text'] = nutrientPart.exec(key) ?? [];
    const row = rows.get(name) ?? new Map([['name', name]]);
    putValue(row, part, jsonValue(object[key]));
    if (row.size > 1) rows.set(name, row);
  }
  return [...rows.values()];
}

/** Converts an object whose property names are data, such as languages, to rows. The property name becomes `key`. */
const keyedRows = (object: JsonObject): FeedValues[] =>
  Object.keys(object).flatMap((key) => {
    const member = object[key];
    if (!isObject(member)) return [];
    const row = objectValues(member);
    if (isObject(member['sizes'])) row.set('sizes', sizeRows(member['sizes']));
    return [new Map([['key', key], ...row])];
  });

const sizeRows = (sizes: JsonObject): FeedValues[] =>
  Object.keys(sizes).flatMap((size) => {
    const member = sizes[size];
    return isObject(member) ? [new Map([['size', size], ...objectValues(member)])] : [];
  });

function imageRows(images: unknown): FeedValues[] {
  if (isObject(images)) return keyedRows(images);
  if (!Array.isArray(images)) return [];
  // The type assertion is safe, because `filter` checks each element.
  return (images as unknown[]).filter(isObject).map((image) => {
    const row = objectValues(image);
    if (isObject(image['sizes'])) row.set('sizes', sizeRows(image['sizes']));
    return row;
  });
}

/** Parses ingredients that are JSON in a string, as in tables of Open Food Facts. */
function ingredientsOf(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value;
  try {
    return parseExact(value);
  } catch {
    return value; // the text only begins like JSON
  }
}

function itemOf(product: JsonObject, line: number): FeedItem {
  const values: FeedValues = new Map();
  putValue(values, '__ID', text(product['code']) || text(product['_id']));
  putValue(values, '__NAME', nameOf(product));
  putValue(values, '__CATEGORY', categoryOf(product));
  const image = text(product['image_front_url']) || text(product['image_url']);
  putValue(values, 'PRIMARY_ASSET', image);
  const { nutriments, images, ingredients } = product;
  const special = new Set(['code', '_id', 'images', 'ingredients', ...(isObject(nutriments) ? ['nutriments'] : [])]);
  for (const [key, value] of objectValues(product, (key) => special.has(key))) values.set(key, value);
  if (isObject(nutriments)) putValue(values, 'nutriments', nutrientRows(nutriments));
  putValue(values, 'ingredients', jsonValue(ingredientsOf(ingredients)));
  putValue(values, 'images', imageRows(images));
  return { values, rows: [{ row: line, cells: [] }], problems: [] };
}

/** Reads products of Open Food Facts: JSON lines in the form of the daily dump or of its tables, or objects with a list `products`. */
export async function* readOpenFoodFacts(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  for await (const item of readJsonItems(source.text(), (name) => name === 'products')) {
    const product = parseItem(item);
    if (isObject(product)) yield itemOf(product, item.line);
  }
}
