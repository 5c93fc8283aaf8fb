import type { ProductObject } from '../columns/product-lines.ts';
import {
  isProductField,
  isVariantField,
  optionAttribute,
  optionNumbers,
  variantName,
  variantPosition,
} from '../feeds/shopify-fields.ts';
import { isAddress, isReserved, isRowList, listOf, textOf } from './feed-product.ts';
import type { FeedRefusals } from './feed-refusals.ts';
import { quotedText } from '../text/shown-text.ts';

/** The cells of one line by header. */
export type ShopifyCells = Map<string, string>;

/** Maps the ids of attributes to columns. */
export type ShopifyFields = ReadonlyMap<string, string>;

/** Formats a list as one cell. @returns undefined if an item is empty, contains a comma, or begins or ends with white space */
const listCell = (members: readonly string[]): string | undefined =>
  members.every((member) => member !== '' && member === member.trim() && !member.includes(','))
    ? members.join(', ')
    : undefined;

/** Returns the position of a variant in its family. Variants without a position come last, in the order of the export. */
function positionOf(variant: ProductObject): number {
  const position = Number(textOf(variant[variantPosition]) ?? '');
  return Number.isInteger(position) && position > 0 ? position : Number.MAX_SAFE_INTEGER;
}

/** Formats products as lines, and records the values that the lines cannot contain. */
export class ShopifyLines {
  readonly #fields: ShopifyFields;
  readonly #refusals: FeedRefusals;

  constructor(fields: ShopifyFields, refusals: FeedRefusals) {
    this.#fields = fields;
    this.#refusals = refusals;
  }

  /** Returns the lines of a product without variants. */
  single(product: ProductObject): ShopifyCells[] {
    const cells: ShopifyCells = new Map([['Handle', String(product['__ID'])]]);
    this.#putProduct(cells, product);
    this.#putFields(
      cells,
      product,
      (field) => isProductField(field) || isVariantField(field) || field === 'Variant Image',
    );
    return this.#withImages([cells], product);
  }

  /** Returns the lines of a family: the product whose id is the family's id, and its variants. */
  family(family: string, members: readonly ProductObject[]): ShopifyCells[] {
    const parent = members.find((member) => member['__ID'] === family);
    const options = optionNumbers.flatMap((number) => textOf(parent?.[`Option${number} Name`]) ?? []);
    if (parent === undefined || (options.length === 0 && members.length > 1)) {
      const [first] = members;
      this.#refusals.add(
        '__FAMILY',
        first?.['__ID'],
        `is ${quotedText(family)}, and no product of this id has an Option1 Name`,
      );
      return [];
    }
    const head: ShopifyCells = new Map([['Handle', family]]);
    this.#putProduct(head, parent);
    for (const [at, option] of options.entries()) head.set(`Option${at + 1} Name`, option);
    this.#putFields(head, parent, (field) => isProductField(field) || /^Option\d (?:Name|Linked To)$/.test(field));
    const variants = members.filter((member) => member !== parent).toSorted((a, b) => positionOf(a) - positionOf(b));
    const lines = variants.map((variant) => this.#variant(variant, parent, options));
    const [first = new Map<string, string>(), ...others] = lines;
    return this.#withImages([new Map([...head, ...first]), ...others], parent);
  }

  #variant(variant: ProductObject, parent: ProductObject, options: readonly string[]): ShopifyCells {
    const id = String(variant['__ID']);
    const cells: ShopifyCells = new Map([['Handle', String(parent['__ID'])]]);
    const names = options.map(optionAttribute);
    const values = names.map((name) => textOf(variant[name]) ?? '');
    for (const [at, value] of values.entries()) {
      if (value === '') this.#refusals.add(names[at] ?? '', id, 'is empty, and it is an option of its family');
      cells.set(`Option${at + 1} Value`, value);
    }
    const title = textOf(parent['__NAME']) ?? '';
    const name = variant['__NAME'];
    if (name !== undefined && name !== title && name !== variantName(title, values))
      this.#refusals.add('__NAME', id, 'is another name than that of its family with its options');
    const own: ProductObject = Object.fromEntries(
      Object.entries(variant).filter(
        ([key, value]) =>
          !names.includes(key) && key !== variantPosition && !(key === '__NAME' || same(value, parent[key])),
      ),
    );
    this.#putVariantImage(cells, variant, own);
    this.#putFields(cells, { __ID: id, ...own }, isVariantField);
    if (!cells.has('Variant SKU') && id !== [parent['__ID'], ...values].join('/')) cells.set('Variant SKU', id);
    return cells;
  }

  #putVariantImage(cells: ShopifyCells, variant: ProductObject, own: ProductObject): void {
    const image = textOf(variant['PRIMARY_ASSET']);
    if (image !== undefined) cells.set('Variant Image', this.#address('PRIMARY_ASSET', variant, image));
    if (own['__CATEGORY'] !== undefined) this.#refusals.add('__CATEGORY', variant['__ID'], 'belongs to a variant');
    if (own['PACKAGING'] !== undefined) this.#refusals.add('PACKAGING', variant['__ID'], 'has no column');
  }

  #putProduct(cells: ShopifyCells, product: ProductObject): void {
    const { __NAME: name, __CATEGORY: category, PACKAGING: packaging, __ID: id } = product;
    cells.set('Title', textOf(name) ?? '');
    cells.set('Product Category', textOf(category) ?? '');
    if (packaging !== undefined) this.#refusals.add('PACKAGING', id, 'has no column');
  }

  #putFields(cells: ShopifyCells, product: ProductObject, isHere: (field: string) => boolean): void {
    for (const [name, value] of Object.entries(product)) {
      if (isReserved(name) || name === 'Image') continue;
      const field = this.#fields.get(name);
      if (field === undefined) this.#refusals.add(name, product['__ID'], 'has no column');
      else if (!isHere(field))
        this.#refusals.add(name, product['__ID'], `has the column ${field}, which this product cannot fill`);
      else this.#putField(cells, field, name, value, product['__ID']);
    }
  }

  #putField(cells: ShopifyCells, field: string, name: string, value: unknown, id: unknown): void {
    const members = listOf(value);
    const text = field === 'Tags' && members !== undefined ? listCell(members) : textOf(value);
    if (text === undefined) this.#refusals.add(name, id, 'cannot be written as one text');
    else cells.set(field, text);
  }

  #address(name: string, product: ProductObject, text: string): string {
    if (!isAddress(text)) this.#refusals.add(name, product['__ID'], `is ${quotedText(text)}, which is not an address`);
    return text;
  }

  /** Adds the images, one per line. If there are more images than lines, adds lines. */
  #withImages(lines: ShopifyCells[], product: ProductObject): ShopifyCells[] {
    const rows = isRowList(product['Image']) ? product['Image'] : [];
    const primary = textOf(product['PRIMARY_ASSET']);
    const hasPrimary = primary === undefined || rows.some((row) => row['Src'] === primary);
    const images = hasPrimary ? rows : [{ Src: primary }, ...rows];
    if (product['Image'] !== undefined && rows.length === 0)
      this.#refusals.add('Image', product['__ID'], 'has no rows with Src, Position and Alt Text');
    for (const [at, image] of images.entries()) {
      const line = lines[at] ?? new Map([['Handle', lines[0]?.get('Handle') ?? '']]);
      lines[at] = line;
      for (const [part, value] of Object.entries(image)) {
        if (!['Src', 'Position', 'Alt Text'].includes(part))
          this.#refusals.add(`Image/${part}`, product['__ID'], 'has no column');
        else
          line.set(
            `Image ${part}`,
            part === 'Src' ? this.#address('Image/Src', product, String(value)) : String(value),
          );
      }
    }
    return lines;
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
