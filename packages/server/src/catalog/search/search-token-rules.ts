import { foldText, normalForm } from '@pimento/contract/text';
import type { ClientId, ProductId } from '../../platform/core.ts';
import type { PackagingLink, StoredRow, StoredValue } from '../product/product-types.ts';
import type { ReservedColumn } from '../product/reserved-field-rules.ts';

/** The searchable parts of a product. */
export interface SearchedProduct {
  productId: ProductId;
  name: string | null;
  family: string | null;
  category: string | null;
  primaryAsset: string | null;
  values: StoredRow;
  packaging: PackagingLink[] | null;
}

/*
 * Tokens are hashes and can collide, so a search by tokens finds only candidates. Tokens of values, the most frequent kind, are limited to
 * 2^22 numbers. A value that occurs once in a million products therefore shares its token with a few other values. In return, the index has
 * only 25 % of the size of an index with an entry per value. Tokens of all other kinds are negative numbers.
 */
const valueShift = 10;
const separator = 0x1f;

function addText(hash: number, text: string): number {
  let next = hash;
  for (let at = 0; at < text.length; at++) next = Math.imul(next ^ text.charCodeAt(at), 0x01000193);
  return next;
}
const addUnit = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

/** Mixes the bits of a hash, so that small differences affect all bits. */
function mix(hash: number): number {
  let next = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
  return next ^ (next >>> 16);
}
const sign = 0x80000000 | 0;
const rare = (hash: number) => mix(hash) | sign;

const seedOf = (clientId: ClientId) => addText(0x811c9dc5 | 0, clientId);
const child = (path: number, key: string) => addText(addUnit(path, separator), key);
const rootOf = (clientId: ClientId, target: 'values' | ReservedColumn) => child(seedOf(clientId), target);

const equalsAt = (path: number, text: string) => mix(addText(addUnit(path, 0x3d), text)) >>> valueShift;
const presentAt = (path: number) => rare(addUnit(path, 0x2a));

export function presentToken(clientId: ClientId, target: 'values' | ReservedColumn, path: readonly string[]): number {
  return presentAt(path.reduce(child, rootOf(clientId, target)));
}

export function equalsToken(
  clientId: ClientId,
  target: 'values' | ReservedColumn,
  path: readonly string[],
  text: string,
): number {
  return equalsAt(path.reduce(child, rootOf(clientId, target)), text);
}

const gramSeed = (clientId: ClientId) => child(seedOf(clientId), 'text');
const ascii = 0x80;

/** Adds the trigrams and bigrams of a string, and each non-ASCII character as a separate token, because such characters can be rare. */
function addGrams(tokens: Set<number>, seed: number, text: string): void {
  let before = -1;
  let beforeThat = -1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= ascii) tokens.add(rare(addUnit(seed, unit)));
    if (before >= 0) tokens.add(rare(addUnit(addUnit(seed, before), unit)));
    if (beforeThat >= 0) tokens.add(rare(addUnit(addUnit(addUnit(seed, beforeThat), before), unit)));
    beforeThat = before;
    before = unit;
  }
}

/** Maximum number of trigrams to search for. More trigrams hardly narrow the result, but each must be read. */
const maxTrigrams = 8;

/**
 * Returns tokens of a string. Every id or name that contains the string, in any letter case, has all these tokens. Returns none if the
 * string is empty or a single ASCII character.
 */
export function containsTokens(clientId: ClientId, text: string): number[] {
  const folded = foldText(text);
  const seed = gramSeed(clientId);
  const tokens = new Set<number>();
  if (folded.length > 3) {
    const trigrams = folded.length - 2;
    const count = Math.min(trigrams, maxTrigrams);
    for (let nth = 0; nth < count; nth++) {
      const at = count === 1 ? 0 : Math.round((nth * (trigrams - 1)) / (count - 1));
      tokens.add(rare(addText(seed, folded.slice(at, at + 3))));
    }
  } else if (folded.length > 1 || folded.charCodeAt(0) >= ascii) tokens.add(rare(addText(seed, folded)));
  return [...tokens];
}

/**
 * Adds the tokens of a value, consistent with the jsonpath of conditions. Each item of a list is added, and a row counts as present even if
 * it is empty.
 */
function addValue(tokens: Set<number>, path: number, value: StoredValue | StoredRow): void {
  if (typeof value === 'string') {
    tokens.add(equalsAt(path, value));
    if (value !== '') tokens.add(presentAt(path));
  } else if (Array.isArray(value)) {
    for (const member of value) addValue(tokens, path, member);
  } else {
    tokens.add(presentAt(path));
    for (const [key, member] of Object.entries(value)) addValue(tokens, child(path, key), member);
  }
}

/** Returns the tokens of all given products, in ascending order. */
export function searchTokens(clientId: ClientId, products: readonly SearchedProduct[]): Int32Array {
  const tokens = new Set<number>();
  for (const product of products) addProduct(tokens, clientId, product);
  return Int32Array.from(tokens).sort();
}

/** Families and categories are compared in NFC. Rows written by earlier versions of Pimento may not be normalized. */
const nfc = (text: string | null) => (text === null ? null : normalForm(text, 'NFC'));

function addProduct(tokens: Set<number>, clientId: ClientId, product: SearchedProduct): void {
  const { productId, name, primaryAsset } = product;
  const [family, category] = [nfc(product.family), nfc(product.category)];
  for (const [column, text] of Object.entries({ productId, name, family, category, primaryAsset }))
    if (text !== null) addValue(tokens, rootOf(clientId, column as ReservedColumn), text); // the column is one of those listed above
  const values = rootOf(clientId, 'values');
  for (const [key, value] of Object.entries(product.values)) addValue(tokens, child(values, key), value);
  if (product.packaging !== null)
    addValue(tokens, rootOf(clientId, 'packaging'), product.packaging as unknown as StoredRow[]); // links are rows of strings
  const grams = gramSeed(clientId);
  addGrams(tokens, grams, foldText(productId));
  if (name !== null) addGrams(tokens, grams, foldText(name));
}
