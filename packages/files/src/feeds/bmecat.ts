import type { FeedValues } from '../feed-types.ts';
import { rowProblem } from '../mapping/row-problem.ts';
import { findInside, readXmlItems, textAt, type XmlElement } from '../xml/xml-items.ts';
import { type CatalogGroups, readCatalogGroups } from './bmecat-groups.ts';
import { familyExtension, ownFeatureSystem } from './bmecat-names.ts';
import { addValue, asList, type FeedItem, type FeedSource, isRows, putValue } from '../feed-items/feed-item.ts';
import { dataAttributes, elementValue } from '../feed-items/xml-values.ts';

/** Sections whose elements become attributes of the product. */
const flatSection = /^(?:PRODUCT_(?:ORDER_)?DETAILS|USER_DEFINED_EXTENSIONS)$/;

/** Adds the value of an element in a section. Its language or type becomes part of the name, as in `DESCRIPTION_LONG-deu`. */
function putDetail(values: FeedValues, element: XmlElement): void {
  const attributes = dataAttributes(element);
  const [only] = attributes;
  const text = element.text.trim();
  if (element.name === familyExtension) putValue(values, '__FAMILY', text);
  else if (element.children.length > 0 || attributes.length > 1) addValue(values, element.name, elementValue(element));
  else if (element.name === 'KEYWORD') addValue(values, only === undefined ? 'KEYWORD' : `KEYWORD-${only[1]}`, [text]);
  else {
    if (element.name === 'DESCRIPTION_SHORT' && !values.has('__NAME')) putValue(values, '__NAME', text);
    if (only !== undefined) addValue(values, `${element.name}-${only[1]}`, text);
    else if (element.name !== 'DESCRIPTION_SHORT') addValue(values, element.name, text);
    else if (values.get('__NAME') !== text) addValue(values, 'DESCRIPTION_SHORT', text);
  }
}

/** Adds a block of features as a row. If an export of the service created the features from attributes, they become attributes again. */
function putFeatures(values: FeedValues, block: XmlElement): void {
  if (textAt(block, 'REFERENCE_FEATURE_SYSTEM_NAME') === ownFeatureSystem) {
    for (const feature of block.children) {
      if (feature.name !== 'FEATURE') continue;
      const texts = feature.children.filter(({ name }) => name === 'FVALUE').map(({ text }) => text);
      const isList = textAt(feature, 'FDESCR') === 'list';
      putValue(values, textAt(feature, 'FNAME'), isList ? texts : (texts[0] ?? ''));
    }
    return;
  }
  const value = elementValue(block);
  if (!isRows(value)) return;
  for (const row of value) {
    const features = row.get('FEATURE');
    if (features === undefined || !isRows(features)) continue;
    for (const feature of features) {
      const texts = feature.get('FVALUE');
      if (texts !== undefined && !isRows(texts)) feature.set('FVALUE', asList(texts));
    }
  }
  addValue(values, 'PRODUCT_FEATURES', value);
}

function putMimes(values: FeedValues, section: XmlElement): void {
  const mimes = section.children.filter(({ name }) => name === 'MIME');
  const isPicture = (mime: XmlElement) => textAt(mime, 'MIME_TYPE').startsWith('image/');
  const first =
    mimes.find((mime) => isPicture(mime) && textAt(mime, 'MIME_PURPOSE') === 'normal') ?? mimes.find(isPicture);
  if (first !== undefined) putValue(values, 'PRIMARY_ASSET', textAt(first, 'MIME_SOURCE'));
  for (const mime of mimes) addValue(values, 'MIME', elementValue(mime));
}

/**
 * Returns the picture of a product that follows the ETIM guideline, which lists files in an extension. The code `MD01` marks the product
 * picture.
 */
function etimPicture(product: XmlElement): string {
  const files = findInside(product, 'UDX.EDXF.MIME_INFO')?.children ?? [];
  const picture = files.find((file) => textAt(file, 'UDX.EDXF.MIME_CODE') === 'MD01');
  return picture === undefined ? '' : textAt(picture, 'UDX.EDXF.MIME_SOURCE');
}

/** Adds a reference to a component of the product as a packaging link, and any other reference as a row. */
function putReference(values: FeedValues, reference: XmlElement): void {
  if (reference.attributes['type'] !== 'consists_of') {
    addValue(values, 'PRODUCT_REFERENCE', elementValue(reference));
    return;
  }
  const link: FeedValues = new Map();
  putValue(link, '__ID', textAt(reference, 'PROD_ID_TO'));
  putValue(link, 'QUANTITY', reference.attributes['quantity'] ?? '');
  if (link.has('__ID')) addValue(values, 'PACKAGING', [link]);
}

function putSection(values: FeedValues, section: XmlElement): void {
  const { name } = section;
  if (flatSection.test(name)) for (const child of section.children) putDetail(values, child);
  else if (name === 'PRODUCT_FEATURES') putFeatures(values, section);
  else if (name === 'MIME_INFO') putMimes(values, section);
  else if (name === 'PRODUCT_REFERENCE') putReference(values, section);
  else if (name !== 'SUPPLIER_PID') addValue(values, name, elementValue(section));
}

/** Returns the class in the first block of features that has one, for example an ETIM class, or '' if there is none. */
const classOf = (product: XmlElement): string =>
  product.children
    .filter(({ name }) => name === 'PRODUCT_FEATURES')
    .map((block) => textAt(block, 'REFERENCE_FEATURE_GROUP_ID'))
    .find((id) => id !== '') ?? '';

function itemOf(product: XmlElement, catalog: CatalogGroups): FeedItem {
  const values: FeedValues = new Map();
  const id = textAt(product, 'SUPPLIER_PID');
  putValue(values, '__ID', id);
  for (const section of product.children) putSection(values, section);
  if (!values.has('PRIMARY_ASSET')) putValue(values, 'PRIMARY_ASSET', etimPicture(product));
  const groups = catalog.groupsOf(id);
  putValue(values, '__CATEGORY', groups[0] === undefined ? classOf(product) : catalog.pathOf(groups[0]));
  putValue(values, 'CATALOG_GROUP_ID', [...groups]);
  const problems =
    product.attributes['mode'] === 'delete' ? [rowProblem('row-deletes', product.line, { isLine: true })] : [];
  return { values, rows: [{ row: product.line, cells: [] }], problems };
}

/** Converts the element names of version 1.2 to those of version 2005. */
function renamed(element: XmlElement): XmlElement {
  const name = element.name
    .replace(/^ARTICLE(?=_|$)/, 'PRODUCT')
    .replace(/_AID$/, '_PID')
    .replace(/^ART_ID/, 'PROD_ID');
  return { ...element, name, children: element.children.map(renamed) };
}

/** Reads a catalogue in BMEcat 2005 or 1.2. Reads the file twice, first for groups and assignments, then for products. */
export async function* readBmecat(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  const catalog = await readCatalogGroups(source.text());
  for await (const product of readXmlItems(source.text(), (name) => name === 'PRODUCT' || name === 'ARTICLE'))
    yield itemOf(product.name === 'ARTICLE' ? renamed(product) : product, catalog);
}
