/** Fields of variants in product files of Shopify, with their older headers. Every file that is written has a column for each of them. */
export const variantFields = [
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Unit Price Total Measure',
  'Unit Price Total Measure Unit',
  'Unit Price Base Measure',
  'Unit Price Base Measure Unit',
  'Variant Barcode',
  'Variant Weight Unit',
  'Variant Tax Code',
  'Cost per item',
];

/** Attribute with the position of a variant in its family, from 1. It has no column, because the order of the rows expresses it. */
export const variantPosition = 'Variant Position';

/** Fields of products that become attributes with the same name. */
export const productFields = [
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  'Status',
];

/** Fields of Google Shopping in the exports of Shopify. */
const googleField = /^Google Shopping \/ ./;
/** Price fields by market. */
const marketField = /^(?:Price|Compare At Price|Included) \/ ./;
const variantMetafield = /\(variant\.metafields\.[^()]+\)$/;
const productMetafield = /\(product\.metafields\.[^()]+\)$/;

const variantSet = new Set(variantFields);
const newVariantFields =
  /^(?:Barcode|Price|Compare-at price|Charge tax|Tax code|Unit price .+|Inventory tracker|Inventory quantity|Continue selling when out of stock|Weight value \(grams\)|Weight unit for display|Requires shipping|Fulfillment service)$/;

const newProductFields = /^(?:Collection|Published on online store|Gift card|SEO title|SEO description)$/;

export const isVariantField = (header: string): boolean =>
  variantSet.has(header) || newVariantFields.test(header) || marketField.test(header) || variantMetafield.test(header);

/** Returns true if a name is the header of a column for an attribute of products, not of variants. */
export const isProductField = (name: string): boolean =>
  productFields.includes(name) || newProductFields.test(name) || googleField.test(name) || productMetafield.test(name);

/** Maps the headers of newer files, in lower case, to the equivalent headers of older files. */
const newer: ReadonlyMap<string, string> = new Map([
  ['url handle', 'Handle'],
  ['description', 'Body (HTML)'],
  ['product category', 'Product Category'],
  ['sku', 'Variant SKU'],
  ['product image url', 'Image Src'],
  ['image position', 'Image Position'],
  ['image alt text', 'Image Alt Text'],
  ['variant image url', 'Variant Image'],
  ['option1 name', 'Option1 Name'],
  ['option1 value', 'Option1 Value'],
  ['option2 name', 'Option2 Name'],
  ['option2 value', 'Option2 Value'],
  ['option3 name', 'Option3 Name'],
  ['option3 value', 'Option3 Value'],
]);

export const shopifyHeader = (header: string): string => newer.get(header.toLowerCase()) ?? header;

export const optionNumbers = [1, 2, 3] as const;

const isReserved = (name: string): boolean =>
  name.startsWith('__') ||
  ['PRIMARY_ASSET', 'PACKAGING', 'QUANTITY', 'Product Category', 'Image', 'Handle', 'Title'].includes(name) ||
  /^Option\d /.test(name) ||
  isProductField(name) ||
  isVariantField(name);

/**
 * Returns the name of the attribute for an option. This is the option's name, with the prefix `Option` if the file uses the name for
 * something else.
 */
export const optionAttribute = (name: string): string => (isReserved(name) ? `Option ${name}` : name);

/** Returns the name that Shopify shows for a variant. */
export const variantName = (title: string, options: readonly string[]): string =>
  [title, options.join(' / ')].filter((part) => part !== '').join(' - ');
