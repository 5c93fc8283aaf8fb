import type { Attribute } from '../columns/attribute-tree.ts';
import type { ProductObject } from '../columns/product-lines.ts';
import {
  detailNames,
  familyExtension,
  localNames,
  maxLengths,
  orderNames,
  ownFeatureSystem,
} from '../feeds/bmecat-names.ts';
import { assignFields } from './feed-fields.ts';
import { isReserved, isRowList, listOf, textOf } from './feed-product.ts';
import type { FeedRefusals } from './feed-refusals.ts';
import { attributeText, elementText } from './xml-out.ts';

const sectionNames = ['PRODUCT_CONTACTS', 'PRODUCT_IPP_DETAILS', 'PRODUCT_LOGISTIC_DETAILS'];
const rowSections = new Set([
  'PRODUCT_FEATURES',
  'PRODUCT_PRICE_DETAILS',
  'MIME',
  'PRODUCT_REFERENCE',
  ...sectionNames,
]);
const byMeaning = {
  description: 'DESCRIPTION_LONG',
  brand: 'MANUFACTURER_NAME',
  gtin: 'INTERNATIONAL_PID-gtin',
  mpn: 'MANUFACTURER_PID',
};

const elementOf = (field: string): string => /^[A-Z_]+/.exec(field)?.[0] ?? '';
const isDetail = (field: string): boolean =>
  detailNames.includes(elementOf(field)) || /^DESCRIPTION_SHORT(?:-|$)/.test(field);
const fieldPattern = /^[A-Z][A-Z_]*(?:-[\w.]+)?$/;
const extensionPattern = /^UDX\.[\w.-]+$/;
const isField = (name: string): boolean =>
  rowSections.has(name) ||
  extensionPattern.test(name) ||
  (fieldPattern.test(name) && (isDetail(name) || orderNames.includes(name)));

/** Maps attributes to elements. Attributes without an element become features. */
export const bmecatFields = (attributes: readonly Attribute[]): Map<string, string> =>
  assignFields(attributes, (name) => (isField(name) ? name : undefined), byMeaning);

const pictureTypes: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

/** Formats one product, and records the values that the format cannot represent. */
export class BmecatProduct {
  readonly #fields: ReadonlyMap<string, string>;
  readonly #refusals: FeedRefusals;
  readonly #product: ProductObject;
  readonly #id: string;

  constructor(product: ProductObject, fields: ReadonlyMap<string, string>, refusals: FeedRefusals) {
    this.#fields = fields;
    this.#refusals = refusals;
    this.#product = product;
    this.#id = String(product['__ID']);
  }

  text(): string {
    const name = textOf(this.#product['__NAME']);
    if (name === undefined) this.#refusals.add('__NAME', this.#id, 'is empty, and BMEcat needs a DESCRIPTION_SHORT');
    const byField = new Map<string, [name: string, value: unknown]>();
    const free: [name: string, value: unknown][] = [];
    for (const [key, value] of Object.entries(this.#product)) {
      if (isReserved(key) || key === 'CATALOG_GROUP_ID') continue;
      const field = this.#fields.get(key);
      if (field === undefined) free.push([key, value]);
      else byField.set(field, [key, value]);
    }
    const section = (tag: string, content: string) => (content === '' ? '' : `<${tag}>${content}</${tag}>`);
    const sections = [
      this.#element('SUPPLIER_PID', '__ID', this.#id),
      section('PRODUCT_DETAILS', this.#details(byField, name ?? '')),
      this.#rows(byField, 'PRODUCT_FEATURES') + section('PRODUCT_FEATURES', this.#features(free)),
      section('PRODUCT_ORDER_DETAILS', orderNames.map((tag) => this.#values(byField, tag)).join('')),
      this.#rows(byField, 'PRODUCT_PRICE_DETAILS'),
      section('MIME_INFO', this.#picture(byField) + this.#rows(byField, 'MIME')),
      section('USER_DEFINED_EXTENSIONS', this.#extensions(byField)),
      this.#packaging() + this.#rows(byField, 'PRODUCT_REFERENCE'),
      ...sectionNames.map((tag) => this.#rows(byField, tag)),
    ];
    return `<PRODUCT mode="new">${sections.join('')}</PRODUCT>\n`;
  }

  #escape(name: string, text: string): string {
    return elementText(text, () => {
      this.#refusals.add(name, this.#id, 'has a character that XML cannot carry');
      return '';
    });
  }

  #element(tag: string, name: string, text: string, attributes = ''): string {
    const limit = maxLengths[tag];
    if (limit !== undefined && text.length > limit)
      this.#refusals.add(name, this.#id, `has ${text.length} characters, but ${tag} takes at most ${limit}`);
    return `<${tag}${attributes}>${this.#escape(name, text)}</${tag}>`;
  }

  #details(byField: ReadonlyMap<string, [string, unknown]>, name: string): string {
    const shorts = [...byField.keys()].filter((field) => elementOf(field) === 'DESCRIPTION_SHORT');
    const isStated = shorts.some((field) => byField.get(field)?.[1] === name);
    const others = detailNames.flatMap((tag) => [...byField.keys()].filter((field) => elementOf(field) === tag));
    const first = isStated ? '' : this.#element('DESCRIPTION_SHORT', '__NAME', name);
    const ordered = shorts.toSorted(
      (a, b) => Number(byField.get(b)?.[1] === name) - Number(byField.get(a)?.[1] === name),
    );
    return first + [...ordered, ...others].map((field) => this.#values(byField, field)).join('');
  }

  /** Formats the values of a field as elements. The part of the field after a hyphen is their language or type. */
  #values(byField: ReadonlyMap<string, [string, unknown]>, field: string): string {
    const [name, value] = byField.get(field) ?? [];
    if (name === undefined) return '';
    const tag = elementOf(field);
    const suffix = field.slice(tag.length + 1);
    const attribute = suffix === '' ? '' : ` ${localNames.has(tag) ? 'lang' : 'type'}="${suffix}"`;
    const texts = listOf(value);
    if (texts !== undefined) return texts.map((text) => this.#element(tag, name, text, attribute)).join('');
    return isRowList(value) ? value.map((row) => this.#row(tag, name, row)).join('') : '';
  }

  #rows(byField: ReadonlyMap<string, [string, unknown]>, tag: string): string {
    const [name, value] = byField.get(tag) ?? [];
    if (name === undefined) return '';
    if (isRowList(value)) return value.map((row) => this.#row(tag, name, row)).join('');
    this.#refusals.add(name, this.#id, 'has text values, but the element of this name contains other elements');
    return '';
  }

  #texts(tag: string, name: string, value: unknown): string {
    return (listOf(value) ?? []).map((text) => this.#element(tag, name, text)).join('');
  }

  /**
   * Formats a row as an element. Properties with lower-case names become its XML attributes, as everywhere in BMEcat, except `text`, which
   * becomes its content.
   */
  #row(tag: string, name: string, row: ProductObject): string {
    let attributes = '';
    let content = '';
    for (const [key, value] of Object.entries(row)) {
      const path = `${name}/${key}`;
      const refuse = () => {
        this.#refusals.add(path, this.#id, 'has a character that XML cannot carry');
        return '';
      };
      if (!/^[A-Za-z_][\w.-]*$/.test(key)) this.#refusals.add(path, this.#id, 'is not a valid element name');
      else if (isRowList(value)) content += value.map((one) => this.#row(key, path, one)).join('');
      else if (!/^[a-z]/.test(key)) content += this.#texts(key, path, value);
      else if (textOf(value) === undefined)
        this.#refusals.add(path, this.#id, 'has several values, but it is an attribute of an element');
      else if (key === 'text') content += elementText(String(value), refuse);
      else attributes += ` ${key}="${attributeText(String(value), refuse)}"`;
    }
    return `<${tag}${attributes}>${content}</${tag}>`;
  }

  /** Formats attributes without an element in BMEcat as features of a separate feature system. */
  #features(free: readonly [string, unknown][]): string {
    let features = '';
    for (const [name, value] of free) {
      const texts = listOf(value);
      if (texts === undefined) {
        this.#refusals.add(name, this.#id, 'has rows, but a BMEcat feature takes text');
        continue;
      }
      const values = texts.map((text) => this.#element('FVALUE', name, text)).join('');
      const list = Array.isArray(value) ? '<FDESCR>list</FDESCR>' : '';
      features += `<FEATURE>${this.#element('FNAME', name, name)}${values}${list}</FEATURE>`;
    }
    return features === ''
      ? ''
      : `<REFERENCE_FEATURE_SYSTEM_NAME>${ownFeatureSystem}</REFERENCE_FEATURE_SYSTEM_NAME>${features}`;
  }

  /** Formats the primary asset, unless it is already one of the product's MIME rows. */
  #picture(byField: ReadonlyMap<string, [string, unknown]>): string {
    const source = textOf(this.#product['PRIMARY_ASSET']);
    const mimes = byField.get('MIME')?.[1];
    if (source === undefined || (isRowList(mimes) && mimes.some((mime) => mime['MIME_SOURCE'] === source))) return '';
    const ending = /\.(\w+)(?:[?#].*)?$/s.exec(source)?.[1]?.toLowerCase() ?? '';
    const type = pictureTypes.get(ending) ?? 'image/jpeg';
    return `<MIME><MIME_TYPE>${type}</MIME_TYPE>${this.#element('MIME_SOURCE', 'PRIMARY_ASSET', source)}<MIME_PURPOSE>normal</MIME_PURPOSE></MIME>`;
  }

  #extensions(byField: ReadonlyMap<string, [string, unknown]>): string {
    const family = textOf(this.#product['__FAMILY']);
    let text = family === undefined ? '' : this.#element(familyExtension, '__FAMILY', family);
    for (const [field, [name, value]] of byField)
      if (extensionPattern.test(field))
        text += isRowList(value) ? this.#rows(byField, field) : this.#texts(field, name, value);
    return text;
  }

  #packaging(): string {
    const links = this.#product['PACKAGING'];
    if (!isRowList(links)) return '';
    return links
      .map(({ __ID: id, QUANTITY: quantity }) => {
        const attribute = textOf(quantity) === undefined ? '' : ` quantity="${textOf(quantity)}"`;
        return `<PRODUCT_REFERENCE type="consists_of"${attribute}>${this.#element('PROD_ID_TO', 'PACKAGING', String(id))}</PRODUCT_REFERENCE>`;
      })
      .join('');
  }
}
