import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import type { Spool } from '../source/file-bytes.ts';
import { BmecatProduct, bmecatFields } from './bmecat-product.ts';
import { isRowList, listOf, textOf } from './feed-product.ts';
import { FeedRefusals } from './feed-refusals.ts';
import { elementText, isXmlText } from './xml-out.ts';
import { quotedText } from '../text/shown-text.ts';

const header =
  '<?xml version="1.0" encoding="UTF-8"?>\n<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005">\n' +
  '<HEADER><GENERATOR_INFO>Pimento</GENERATOR_INFO><CATALOG><LANGUAGE>eng</LANGUAGE><CATALOG_ID>pimento</CATALOG_ID>' +
  '<CATALOG_VERSION>001.000</CATALOG_VERSION></CATALOG><SUPPLIER><SUPPLIER_NAME>Pimento</SUPPLIER_NAME></SUPPLIER></HEADER>\n<T_NEW_CATALOG>\n';

// `BmecatProduct` has refused product ids that XML cannot represent, and `assign` has refused such categories and group ids.
const tag = (name: string, text: string): string => `<${name}>${elementText(text, () => '')}</${name}>`;

/**
 * The groups of a catalogue: one for each category, and one for each other group id of a product. The id of a category's group comes from a
 * product or is generated.
 */
class CategoryGroups {
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  /** Lines that assign products to groups, kept in memory. */
  assignments: string[] = [];

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
      const group = stated ?? this.#ids.get(category) ?? `c${this.#ids.size + 1}`;
      if ((this.#names.get(group) ?? category) !== category)
        refusals.add('CATALOG_GROUP_ID', id, `is ${quotedText(group)}, which is the id of another category as well`);
      this.#names.set(group, category);
      this.#ids.set(category, group);
      this.#add(id, group);
    } else if (stated !== undefined) this.#add(id, stated);
    for (const other of others) this.#add(id, other);
  }

  #add(id: string, group: string): void {
    if (!this.#names.has(group)) this.#names.set(group, group);
    this.assignments.push(
      `<PRODUCT_TO_CATALOGGROUP_MAP>${tag('PROD_ID', id)}${tag('CATALOG_GROUP_ID', group)}</PRODUCT_TO_CATALOGGROUP_MAP>\n`,
    );
  }

  text(): string {
    if (this.#names.size === 0) return '';
    const groups = [...this.#names].map(
      ([id, name]) =>
        `<CATALOG_STRUCTURE type="leaf">${tag('GROUP_ID', id)}${tag('GROUP_NAME', name)}<PARENT_ID>root</PARENT_ID></CATALOG_STRUCTURE>\n`,
    );
    const root =
      '<CATALOG_STRUCTURE type="root"><GROUP_ID>root</GROUP_ID><GROUP_NAME>Catalogue</GROUP_NAME><PARENT_ID>0</PARENT_ID></CATALOG_STRUCTURE>\n';
    return `<CATALOG_GROUP_SYSTEM>\n<GROUP_SYSTEM_ID>pimento</GROUP_SYSTEM_ID>\n${root}${groups.join('')}</CATALOG_GROUP_SYSTEM>\n`;
  }
}

/** Returns true if the category of a product was taken from the class of its features. */
const isClass = ({ PRODUCT_FEATURES: blocks }: ProductObject, category: string): boolean =>
  isRowList(blocks) && blocks.some((block) => block['REFERENCE_FEATURE_GROUP_ID'] === category);

/**
 * Writes products as a catalogue in BMEcat 2005. The products are written to the spool first, because the groups of all products come
 * before the products in the file.
 * @throws FileError format-cannot-carry before the first output
 */
export async function* writeBmecat(
  products: AsyncIterable<ProductObject>,
  attributes: readonly Attribute[],
  spool: Spool,
): AsyncGenerator<string, void, undefined> {
  const fields = bmecatFields(attributes);
  const refusals = new FeedRefusals('bmecat');
  const groups = new CategoryGroups();
  async function* texts() {
    for await (const product of products) {
      const text = new BmecatProduct(product, fields, refusals).text();
      groups.assign(product, refusals);
      if (refusals.isEmpty) yield Buffer.from(text);
    }
  }
  const file = await spool(texts());
  refusals.check();
  yield header + groups.text();
  const decoder = new TextDecoder();
  for await (const chunk of file.read(0, file.size)) yield decoder.decode(chunk, { stream: true });
  yield* groups.assignments;
  yield '</T_NEW_CATALOG>\n</BMECAT>\n';
}
