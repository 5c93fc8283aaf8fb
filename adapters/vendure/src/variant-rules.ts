import { createHash } from 'node:crypto';
import type { Batch, BothShapes, ItemResult } from '@pimento/adapter-kit';
import { readPrice, readStock } from './number-rules.ts';
import { type NamedValue, type Offer, readOffer } from './offer-rules.ts';
import { keyOf } from './shop-keys.ts';
import type { ShopSettings } from './shop-settings.ts';
import { maxDescriptionBytes } from './shop-standard.ts';

/** An option in which the variants of a family differ. */
export interface WantedOption {
  group: string;
  code: string;
  name: string;
}

/** The variant that represents a Pimento product in the shop. */
export interface WantedVariant {
  productId: string;
  name: string;
  description: string | undefined;
  /** Undefined if the product has no price, or if the shop manages prices. */
  price: number | undefined;
  stock: number | undefined;
  isForSale: boolean;
  /** Key of the shop product. It is the same for all products of a family. A product without a family has a separate key. */
  shopProductKey: string;
  family: string | undefined;
  /** True if the shop product takes its name, description and files from this variant. */
  isSpeaker: boolean;
  /** Empty for a product without a family, because it is the only variant of its shop product. */
  options: WantedOption[];
  /** Names of the files as in `assets` of the batch. The primary asset comes first. */
  files: string[];
  /** The whole product as JSON, in the shape of the import, or undefined if it is too long for a request. */
  values: string | undefined;
}

export interface Terms {
  owner: string;
  settings: ShopSettings;
  /** Number of decimal places of prices. */
  decimals: number;
  assets: Batch['assets'];
}

/** Maps a product to a variant, or returns the reason why it cannot be one. */
export function judgeProduct(shaped: BothShapes, terms: Terms): WantedVariant | ItemResult {
  const { owner, settings } = terms;
  const { __ID: productId, product } = shaped;
  const offer = readOffer(shaped, settings);
  const { family } = offer;
  const price = readNumber(offer.price, (text) => readPrice(text, terms.decimals));
  const stock = readNumber(offer.stock, readStock);
  const { description, errors: tooLong } = readDescription(offer, settings);
  const errors = [price, stock].flatMap((read) => (read.error ? [read.error] : [])).concat(tooLong);
  if (errors.length > 0) {
    const message = 'A value of this product is invalid for the shop.';
    return { productId, status: 'Returned', message, errors };
  }
  const name = offer.name || productId;
  const { model } = settings;
  const values = JSON.stringify(product);
  const isModel = model !== undefined && product[model.attribute] === model.value;
  return {
    productId,
    name,
    description,
    price: price.value,
    stock: stock.value,
    // A variant without a price is not for sale, because the shop would sell it for 0.
    isForSale: !isModel && (settings.price === undefined || price.value !== undefined),
    shopProductKey: family === undefined ? keyOf(owner, 'product', productId) : keyOf(owner, 'family', family),
    family,
    isSpeaker: family === undefined || family === productId,
    options: family === undefined ? [] : optionsOf(productId, name, offer),
    files: filesOf(offer, terms.assets),
    // Limited to half of the size of a request. The size is measured with the escapes that this JSON needs as a string inside the JSON of
    // the request.
    values: Buffer.byteLength(JSON.stringify(values)) > settings.requestBytes / 2 ? undefined : values,
  };
}

/** Returns the variants of a page, and the results of products that cannot be variants. */
export function judgeProducts(products: readonly BothShapes[], terms: Terms) {
  const judged = products.map((product) => judgeProduct(product, terms));
  return {
    wanted: judged.filter((one) => 'shopProductKey' in one),
    refused: judged.filter((one) => 'status' in one),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readDescription({ description: named }: Offer, settings: ShopSettings) {
  const description = named && textOf(named.value);
  const maxBytes = maxDescriptionBytes(settings);
  const isLong = Buffer.byteLength(JSON.stringify(description ?? '')) > settings.requestBytes / 3;
  const message = `must not be longer than ${maxBytes} bytes`;
  return { description, errors: isLong && named ? [{ attributeId: named.attributeId, message }] : [] };
}

interface Read {
  value?: number;
  error?: { attributeId: string; message: string };
}

function readNumber(named: NamedValue | undefined, read: (text: string) => number | string): Read {
  if (named === undefined || named.value === undefined || named.value === '') return {};
  const { attributeId, value } = named;
  const found = typeof value === 'string' ? read(value) : 'must be a single value';
  return typeof found === 'number' ? { value: found } : { error: { attributeId, message: found } };
}

const codeOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

function optionsOf(productId: string, name: string, { options }: Offer): WantedOption[] {
  if (options.length === 0) return [{ group: 'Variant', code: codeOf(productId), name }];
  return options.map(({ group, value }) => ({ group, code: codeOf(value), name: value }));
}

/** Returns the names of a product's files in the page. A name is the asset value, or its digest if the value is long. */
function filesOf({ files }: Offer, assets: Batch['assets']): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
    else if (typeof value === 'string') {
      const name = Object.hasOwn(assets, value) ? value : digestOf(value);
      if (Object.hasOwn(assets, name)) found.add(name);
    }
  };
  visit(files);
  return [...found];
}

function digestOf(value: string): string {
  return value.length > 250 ? `sha256:${createHash('sha256').update(value).digest('hex')}` : value;
}
