import type { FeedValues } from '../feed-types.ts';
import { type FeedItem, type FeedSource, putValue } from '../feed-items/feed-item.ts';
import { readJsonItems } from '../feed-items/json-items.ts';
import { isObject, jsonValue, type JsonObject, parseItem } from '../feed-items/json-values.ts';
import { ownProperty } from './json-ld-names.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const typesOf = (node: JsonObject): string[] =>
  [node['@type']].flat().map((type) => text(type).replace(/^.*[/:#]/, ''));
const productTypes = new Set([
  'Product',
  'ProductGroup',
  'ProductModel',
  'IndividualProduct',
  'SomeProducts',
  'Vehicle',
]);
const isProduct = (node: unknown): node is JsonObject =>
  isObject(node) && typesOf(node).some((type) => productTypes.has(type));

const idFields = [
  'sku',
  'productGroupID',
  'productID',
  '@id',
  'gtin',
  'gtin13',
  'gtin14',
  'gtin12',
  'gtin8',
  'mpn',
  'url',
];
/** Returns the id of a product, which is the first identifier in the order of `idFields`, or '' if there is none. */
const idOf = (node: JsonObject): string => idFields.map((field) => text(node[field])).find((id) => id !== '') ?? '';

/** Returns the family of a product. For a variant, this is the id of its group, and for a group, its own id. */
function familyOf(node: JsonObject, parent: string | undefined): string {
  if (typesOf(node).includes('ProductGroup')) return idOf(node);
  const { isVariantOf: group, inProductGroupWithID: groupId } = node;
  if (text(groupId) !== '') return text(groupId);
  if (isObject(group)) return idOf(group);
  return text(group) || (parent ?? '');
}

/** Reduces an object that contains only a name, such as a brand, to that name. Returns any other value unchanged. */
function plainName(value: unknown): unknown {
  if (!isObject(value)) return value;
  const known = Object.keys(value).filter((key) => key !== '@type');
  return known.length === 1 && known[0] === 'name' ? value['name'] : value;
}

const variantsOf = (node: JsonObject): JsonObject[] => [node['hasVariant'] ?? []].flat().filter(isObject);
/** Returns true if the group contains the data of a variant, and not only a reference to the variant. */
const isNested = (variant: JsonObject): boolean =>
  Object.keys(variant).length > 1 && isProduct({ '@type': 'Product', ...variant });

/** Returns a name as a string. If there are names in several languages, returns the first. */
function nameOf(name: unknown): string {
  const [first] = [name].flat();
  return isObject(first) ? text(first['@value']) : text(first);
}

const addressOf = (image: unknown): string =>
  isObject(image) ? text(image['contentUrl']) || text(image['url']) || text(image['@id']) : text(image);

/** Converts properties that an export has created from attributes back to attributes. Other properties stay rows. */
function putProperties(values: FeedValues, value: unknown): void {
  const others: unknown[] = [];
  for (const property of [value].flat()) {
    if (!isObject(property) || property['propertyID'] !== ownProperty) others.push(property);
    else putValue(values, text(property['name']), jsonValue(property['value']));
  }
  putValue(values, 'additionalProperty', jsonValue(others));
}

const special = new Set(['@context', '@type', 'name', 'hasVariant', 'additionalProperty', 'inProductGroupWithID']);

function valuesOf(node: JsonObject, parent: string | undefined): FeedValues {
  const values: FeedValues = new Map();
  putValue(values, '__ID', idOf(node));
  putValue(values, '__NAME', nameOf(node['name']));
  if (typeof node['name'] !== 'string') putValue(values, 'name', jsonValue(node['name']));
  const types = [node['@type']].flat().map(text);
  if (types.some((type) => !/(?:^|[/:#])Product(?:Group)?$/.test(type))) putValue(values, '@type', types);
  const references = variantsOf(node).flatMap((variant) => (isNested(variant) ? [] : [idOf(variant)]));
  putValue(
    values,
    'hasVariant',
    references.filter((id) => id !== ''),
  );
  putValue(values, '__FAMILY', familyOf(node, parent));
  if (typeof node['category'] === 'string') putValue(values, '__CATEGORY', node['category']);
  const images = [node['image']].flat().map(addressOf);
  putValue(values, 'PRIMARY_ASSET', images.find((address) => address !== '') ?? '');
  const idField = idFields.find((field) => text(node[field]) === values.get('__ID'));
  for (const key of Object.keys(node)) {
    const value = node[key];
    const isTaken = (key === 'category' && typeof value === 'string') || (key === 'isVariantOf' && !isObject(value));
    if (special.has(key) || key === idField || isTaken) continue;
    if (key === 'isVariantOf' && isObject(value) && Object.keys(value).length <= 2 && idOf(value) !== '') continue;
    if (key === 'image')
      putValue(values, 'image', [value].flat().length === 1 && !isObject(value) ? '' : jsonValue(value));
    else putValue(values, key, jsonValue(Array.isArray(value) ? value.map(plainName) : plainName(value)));
  }
  putProperties(values, node['additionalProperty'] ?? []);
  return values;
}

/** Yields a product and the variants inside it. */
function* itemsOf(node: JsonObject, line: number, parent?: string): Generator<FeedItem> {
  yield { values: valuesOf(node, parent), rows: [{ row: line, cells: [] }], problems: [] };
  for (const variant of variantsOf(node))
    if (isNested(variant)) yield* itemsOf({ '@type': 'Product', ...variant }, line, idOf(node));
}

/** Yields the node if it is a product, otherwise the products inside a list, a graph or a page. */
function* nodesOf(node: unknown): Generator<JsonObject> {
  if (!isObject(node)) return;
  if (isProduct(node)) {
    yield node;
    return;
  }
  for (const key of ['item', 'mainEntity', '@graph', 'itemListElement'])
    for (const inner of [node[key] ?? []].flat()) yield* nodesOf(inner);
}

/** Reads products of schema.org from a node, a list, a graph, an item list, or one node per line. */
export async function* readJsonLd(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const isList = (name: string) => name === '@graph' || name === 'itemListElement';
  for await (const item of readJsonItems(source.text(), isList))
    for (const node of nodesOf(parseItem(item))) yield* itemsOf(node, item.line);
}
