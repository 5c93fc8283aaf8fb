import type { ProductObject } from '../columns/product-lines.ts';
import { ownProperty } from '../feeds/json-ld-names.ts';
import { isReserved } from './feed-product.ts';

/** Properties of schema.org for which products can have an attribute with the same name. */
const properties =
  'additionalProperty additionalType aggregateRating alternateName asin audience award brand color countryOfAssembly ' +
  'countryOfLastProcessing countryOfOrigin depth description disambiguatingDescription gtin gtin8 gtin12 gtin13 gtin14 ' +
  'hasCertification hasEnergyConsumptionDetails hasMeasurement hasMerchantReturnPolicy height identifier isAccessoryOrSparePartFor ' +
  'isConsumableFor isFamilyFriendly isRelatedTo isSimilarTo itemCondition keywords logo manufacturer material mpn mobileUrl model ' +
  'negativeNotes nsn offers pattern positiveNotes productionDate purchaseDate releaseDate review sameAs size slogan subjectOf url ' +
  'variesBy weight width';
const known = new Set(properties.split(' '));

function nodeOf(product: ProductObject): Record<string, unknown> {
  const { __ID: id, __NAME: name, __FAMILY: family, __CATEGORY: category, PRIMARY_ASSET: asset, image } = product;
  const isGroup = family === id;
  const node: Record<string, unknown> = {
    '@type': isGroup ? 'ProductGroup' : 'Product',
    [isGroup ? 'productGroupID' : 'sku']: id,
    ...(name === undefined ? {} : { name }),
    ...(category === undefined ? {} : { category }),
    ...(family === undefined || isGroup ? {} : { inProductGroupWithID: family }),
    ...((image ?? asset) === undefined ? {} : { image: image ?? asset }),
  };
  const others: unknown[] = [];
  const property = (name: string, value: unknown) => ({
    '@type': 'PropertyValue',
    propertyID: ownProperty,
    name,
    value,
  });
  for (const [key, value] of Object.entries(product)) {
    if (key === 'additionalProperty' || key === 'image') continue;
    if (known.has(key)) node[key] = value;
    else if (key === 'PACKAGING' || (key === 'PRIMARY_ASSET' && image !== undefined) || !isReserved(key))
      others.push(property(key, value));
  }
  const all = [product['additionalProperty'] ?? [], others].flat();
  if (all.length > 0) node['additionalProperty'] = all;
  return node;
}

/** Writes products as one JSON-LD document with the vocabulary of schema.org. JSON-LD can represent every product. */
export async function* writeJsonLd(products: AsyncIterable<ProductObject>): AsyncGenerator<string, void, undefined> {
  let separator = '{"@context":"https://schema.org","@graph":[\n';
  for await (const product of products) {
    yield separator + JSON.stringify(nodeOf(product));
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n]}\n' : `${separator}]}\n`;
}
