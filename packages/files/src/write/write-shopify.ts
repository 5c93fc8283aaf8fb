import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import { plainCsvLine } from '../csv/csv-text.ts';
import {
  isProductField,
  isVariantField,
  optionNumbers,
  productFields,
  variantFields,
} from '../feeds/shopify-fields.ts';
import type { Spool } from '../source/file-bytes.ts';
import { byFamily } from './family-order.ts';
import { assignFields } from './feed-fields.ts';
import { FeedRefusals } from './feed-refusals.ts';
import { ShopifyLines } from './shopify-product.ts';

const byMeaning = {
  description: 'Body (HTML)',
  brand: 'Vendor',
  price: 'Variant Price',
  gtin: 'Variant Barcode',
  sku: 'Variant SKU',
};

const optionField = /^Option\d (?:Name|Linked To)$/;
const fieldOf = (name: string): string | undefined =>
  isProductField(name) || isVariantField(name) || optionField.test(name) || name === 'Variant Image' ? name : undefined;

/** Returns the columns of a file. The columns that Shopify imports by default come first, then the columns of further attributes. */
function headersOf(fields: Iterable<string>): string[] {
  const options = optionNumbers.flatMap((number) => [`Option${number} Name`, `Option${number} Value`]);
  const [body = '', vendor = '', ...others] = productFields;
  const product = ['Handle', 'Title', body, vendor, 'Product Category', ...others.slice(0, 3)];
  const images = ['Image Src', 'Image Position', 'Image Alt Text'];
  return [
    ...new Set([...product, ...options, ...variantFields, ...images, ...others.slice(3), 'Variant Image', ...fields]),
  ];
}

/**
 * Writes products as a product file of Shopify. A product with an `Option1 Name` is written with the members of its family as variants.
 * @throws FileError format-cannot-carry after the last product. The caller must then discard the output
 */
export async function* writeShopify(
  products: AsyncIterable<ProductObject>,
  attributes: readonly Attribute[],
  spool: Spool,
): AsyncGenerator<string, void, undefined> {
  const fields = assignFields(attributes, fieldOf, byMeaning);
  const refusals = new FeedRefusals('shopify-csv');
  const lines = new ShopifyLines(fields, refusals);
  const headers = headersOf(fields.values());
  yield plainCsvLine(headers, ',');
  for await (const { family, members } of byFamily(products, spool)) {
    const [first] = members;
    const cells = family === '' && first !== undefined ? lines.single(first) : lines.family(family, members);
    if (!refusals.isEmpty) continue; // reads the remaining products only to collect everything that cannot be represented
    for (const line of cells)
      yield plainCsvLine(
        headers.map((header) => line.get(header) ?? ''),
        ',',
      );
  }
  refusals.check();
}
