import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import type { Spool } from '../source/file-bytes.ts';
import { CategoryGroups } from './bmecat-groups.ts';
import { BmecatProduct, bmecatFields } from './bmecat-product.ts';
import { FeedRefusals } from './feed-refusals.ts';

const header =
  '<?xml version="1.0" encoding="UTF-8"?>\n<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005">\n' +
  '<HEADER><GENERATOR_INFO>Pimento</GENERATOR_INFO><CATALOG><LANGUAGE>eng</LANGUAGE><CATALOG_ID>pimento</CATALOG_ID>' +
  '<CATALOG_VERSION>001.000</CATALOG_VERSION></CATALOG><SUPPLIER><SUPPLIER_NAME>Pimento</SUPPLIER_NAME></SUPPLIER></HEADER>\n<T_NEW_CATALOG>\n';

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
  const { groups: groupText, assignments } = groups.texts();
  yield header + groupText;
  const decoder = new TextDecoder();
  for await (const chunk of file.read(0, file.size)) yield decoder.decode(chunk, { stream: true });
  yield* assignments;
  yield '</T_NEW_CATALOG>\n</BMECAT>\n';
}
