import type { ProductObject } from '../columns/product-lines.ts';
import { quotedText } from '../text/shown-text.ts';
import { isRowList, listOf, textOf } from './feed-product.ts';
import type { FeedRefusals } from './feed-refusals.ts';
import { elementText, isXmlText } from './xml-out.ts';

// `BmecatProduct` has refused product ids that XML cannot represent, and `assign` has refused such categories and group ids.
const tag = (name: string, text: string): string => `<${name}>${elementText(text, () => '')}</${name}>`;

/** Returns true if the category of a product was taken from the class of its features. */
const isClass = ({ PRODUCT_FEATURES: blocks }: ProductObject, category: string): boolean =>
  isRowList(blocks) && blocks.some((block) => block['REFERENCE_FEATURE_GROUP_ID'] === category);

/**
 * The groups of a catalogue: one for each category, and one for each other group id of a product. The id of a category's group comes from a
 * product. If no product states one, it is generated after all products have been read, so that it differs from each stated id.
 */
export class CategoryGroups {
  /** Stated ids of groups, with their names. */
  readonly #names = new Map<string, string>();
  /** Stated ids, by category. */
  readonly #ids = new Map<string, string>();
  /** The products of each group or, if no group was stated before them, of each category. Kept in memory. */
  readonly #products: { id: string; group: string; isCategory: boolean }[] = [];

  assign(product: ProductObject, refusals: FeedRefusals): void {
    const id = String(product['__ID']);
    const [stated, ...others] = listOf(product['CATALOG_GROUP_ID']) ?? [];
    const category = textOf(product['__CATEGORY']);
    for (const [name, text] of [
      ['__CATEGORY', category ?? ''],
      ...[stated ?? '', ...others].map((one) => ['CATALOG_GROUP_ID', one]),
    ])
      if (!isXmlText(text ?? '')) refusals.add(name ?? '', id, 'has a character that XML cannot carry');
    if (isRowList(product['CATALOG_GROUP_ID']))
      refusals.add('CATALOG_GROUP_ID', id, 'has rows, but it is a list of ids');
    if (category !== undefined && !isClass(product, category)) {
      if (stated !== undefined && (this.#names.get(stated) ?? category) !== category)
        refusals.add('CATALOG_GROUP_ID', id, `is ${quotedText(stated)}, which is the id of another category as well`);
      if (stated === undefined) this.#products.push({ id, group: category, isCategory: true });
      else {
        this.#names.set(stated, category);
        this.#ids.set(category, stated);
        this.#add(id, stated);
      }
    } else if (stated !== undefined) this.#add(id, stated);
    for (const other of others) this.#add(id, other);
  }

  #add(id: string, group: string): void {
    if (!this.#names.has(group)) this.#names.set(group, group);
    this.#products.push({ id, group, isCategory: false });
  }

  /** Generates the ids that are missing, and returns the texts before and after the products. */
  texts(): { groups: string; assignments: Iterable<string> } {
    let last = 0;
    const unusedId = (prefix: string) => {
      for (;;) {
        last += 1;
        if (!this.#names.has(`${prefix}${last}`)) return `${prefix}${last}`;
      }
    };
    for (const { group: category, isCategory } of this.#products) {
      if (!isCategory || this.#ids.has(category)) continue;
      const group = unusedId('c');
      this.#names.set(group, category);
      this.#ids.set(category, group);
    }
    const root = this.#names.has('root') ? unusedId('root') : 'root';
    return { groups: this.#groups(root), assignments: this.#assignments() };
  }

  #groups(rootId: string): string {
    if (this.#names.size === 0) return '';
    const groups = [...this.#names].map(
      ([id, name]) =>
        `<CATALOG_STRUCTURE type="leaf">${tag('GROUP_ID', id)}${tag('GROUP_NAME', name)}<PARENT_ID>${rootId}</PARENT_ID></CATALOG_STRUCTURE>\n`,
    );
    const root = `<CATALOG_STRUCTURE type="root"><GROUP_ID>${rootId}</GROUP_ID><GROUP_NAME>Catalogue</GROUP_NAME><PARENT_ID>0</PARENT_ID></CATALOG_STRUCTURE>\n`;
    return `<CATALOG_GROUP_SYSTEM>\n<GROUP_SYSTEM_ID>pimento</GROUP_SYSTEM_ID>\n${root}${groups.join('')}</CATALOG_GROUP_SYSTEM>\n`;
  }

  *#assignments(): Generator<string> {
    for (const { id, group, isCategory } of this.#products) {
      const groupId = isCategory ? (this.#ids.get(group) ?? group) : group;
      yield `<PRODUCT_TO_CATALOGGROUP_MAP>${tag('PROD_ID', id)}${tag('CATALOG_GROUP_ID', groupId)}</PRODUCT_TO_CATALOGGROUP_MAP>\n`;
    }
  }
}
