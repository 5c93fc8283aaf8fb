import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { googleGroups, googleLists, googleSingles } from '../feeds/google-fields.ts';
import { foldedHeader } from '../recognise/table-signs.ts';
import { assignFields } from './feed-fields.ts';
import { isAddress, isReserved, isRowList, listOf, textOf } from './feed-product.ts';
import type { FeedRefusals } from './feed-refusals.ts';
import { quotedText } from '../text/shown-text.ts';

/** The value of an attribute of an item: a string, several strings, or the parts of a group. */
export type GoogleValue = string | string[] | ReadonlyMap<string, string>[];
export type GoogleItem = Map<string, GoogleValue>;

const byMeaning = {
  description: 'description',
  brand: 'brand',
  price: 'price',
  gtin: 'gtin',
  mpn: 'mpn',
  color: 'color',
  size: 'size',
  material: 'material',
  link: 'link',
};

function fieldOf(name: string): string | undefined {
  const folded = foldedHeader(name);
  const isKnown =
    googleSingles.has(folded) || googleLists.has(folded) || googleGroups.has(folded) || folded === 'product_type';
  return isKnown ? folded : undefined;
}

/** Maps attributes of products to attributes of Google Merchant. */
export const googleFields = (attributes: readonly Attribute[]): Map<string, string> =>
  assignFields(attributes, fieldOf, byMeaning);

/** Converts products to items, and records the values that an item cannot represent. */
export class GoogleItems {
  readonly #fields: ReadonlyMap<string, string>;
  readonly #refusals: FeedRefusals;

  constructor(fields: ReadonlyMap<string, string>, refusals: FeedRefusals) {
    this.#fields = fields;
    this.#refusals = refusals;
  }

  of(product: ProductObject): GoogleItem {
    const id = String(product['__ID']);
    const item: GoogleItem = new Map<string, GoogleValue>([['id', id]]);
    this.#putReserved(item, product, id);
    for (const [name, value] of Object.entries(product)) {
      if (isReserved(name)) continue;
      const field = this.#fields.get(name);
      const found = field === undefined ? undefined : this.#valueOf(field, name, value, id);
      if (field === undefined) this.#refusals.add(name, id, 'is not an attribute of Google Merchant');
      else if (found !== undefined)
        item.set(field, field === 'product_type' ? [...typesOf(item), ...([found].flat() as string[])] : found); // this attribute is not a group, so its values are strings
    }
    return item;
  }

  #putReserved(item: GoogleItem, product: ProductObject, id: string): void {
    const {
      __NAME: name,
      __FAMILY: family,
      __CATEGORY: category,
      PRIMARY_ASSET: asset,
      PACKAGING: packaging,
    } = product;
    const put = (field: string, text: string | undefined) => text !== undefined && item.set(field, text);
    put('title', textOf(name));
    put('item_group_id', textOf(family));
    const type = textOf(category);
    if (type !== undefined) item.set('product_type', [type]);
    const image = textOf(asset);
    if (image !== undefined && !isAddress(image))
      this.#refusals.add('PRIMARY_ASSET', id, `is ${quotedText(image)}, which is not an address`);
    put('image_link', image);
    if (packaging !== undefined) this.#refusals.add('PACKAGING', id, 'is not an attribute of Google Merchant');
  }

  #valueOf(field: string, name: string, value: unknown, id: string): GoogleValue | undefined {
    const parts = googleGroups.get(field);
    if (parts !== undefined) return this.#groupOf(parts, name, value, id);
    const members = listOf(value);
    if (members === undefined) this.#refusals.add(name, id, 'has rows, but the attribute takes text');
    else if (googleLists.has(field) || field === 'product_type') return members;
    else if (members.length === 1 && members[0] !== undefined) return members[0];
    else this.#refusals.add(name, id, 'has several values, but the attribute takes only one');
    return undefined;
  }

  #groupOf(parts: readonly string[], name: string, value: unknown, id: string): GoogleValue | undefined {
    if (!isRowList(value)) {
      this.#refusals.add(name, id, 'is a text, and the attribute is a group');
      return undefined;
    }
    return value.map((row) => {
      const known = new Map<string, string>();
      for (const [key, part] of Object.entries(row)) {
        const text = textOf(part);
        if (text === undefined || !parts.includes(key))
          this.#refusals.add(`${name}/${key}`, id, 'is not part of the group');
        else known.set(key, text);
      }
      return known;
    });
  }
}

const typesOf = (item: GoogleItem): string[] => [item.get('product_type') ?? []].flat() as string[]; // these values are set above as strings
