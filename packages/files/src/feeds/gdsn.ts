import type { FeedValues } from '../feed-types.ts';
import { rowProblem } from '../mapping/row-problem.ts';
import { childOf, findInside, readXmlItems, textAt, type XmlElement } from '../xml/xml-items.ts';
import { addValue, type FeedItem, type FeedSource, putValue } from '../feed-items/feed-item.ts';
import { childValues, elementValue } from '../feed-items/xml-values.ts';

/** Returns the GTIN of a trade item. In version 3 it is a child of the item, and in version 2 a part of the identification. */
const gtinOf = (tradeItem: XmlElement | undefined): string =>
  tradeItem === undefined ? '' : textAt(tradeItem, 'gtin') || textAt(tradeItem, 'tradeItemIdentification', 'gtin');

const nameParts = ['tradeItemDescription', 'descriptionShort', 'functionalName'];

/** Returns a description of the first kind in `nameParts` that the item has. Prefers the English description of this kind. */
function nameOf(tradeItem: XmlElement): string {
  const descriptions = findInside(tradeItem, 'tradeItemDescriptionInformation');
  for (const part of nameParts) {
    const found = (descriptions?.children ?? []).filter(({ name }) => name === part);
    const texts = found.flatMap((one) => one.children.filter(({ name }) => name === 'description').concat(one));
    const isEnglish = (one: XmlElement) =>
      (one.attributes['languageCode'] ?? textAt(one, 'language', 'languageISOCode')) === 'en';
    const shown = (one: XmlElement) => textAt(one, 'text') || textAt(one, 'shortText') || one.text.trim();
    const name = [...texts.filter(isEnglish), ...texts].map(shown).find((text) => text !== '');
    if (name !== undefined) return name;
  }
  return '';
}

const categoryOf = (tradeItem: XmlElement): string =>
  textAt(tradeItem, 'gdsnTradeItemClassification', 'gpcCategoryCode') ||
  textAt(tradeItem, 'tradeItemInformation', 'classificationCategoryCode', 'classificationCategoryCode');

/** Returns the URL of the product's picture, or '' if there is none. */
function pictureOf(element: XmlElement): string {
  for (const child of element.children) {
    const type = textAt(child, 'referencedFileTypeCode') || textAt(child, 'typeOfInformation');
    const found = type === 'PRODUCT_IMAGE' ? textAt(child, 'uniformResourceIdentifier') : pictureOf(child);
    if (found !== '') return found;
  }
  return '';
}

function linkOf(id: string, quantity: string): FeedValues[] {
  if (id === '') return [];
  return [new Map([['__ID', id], ...(quantity === '' ? [] : ([['QUANTITY', quantity]] as const))])];
}

/** Returns packaging links to the nested items or, if there are none, to the items that this item lists as its next lower level. */
function linksOf(catalogueItem: XmlElement, tradeItem: XmlElement): FeedValues[] {
  const nested = catalogueItem.children.filter(({ name }) => name === 'catalogueItemChildItemLink');
  if (nested.length > 0)
    return nested.flatMap((link) =>
      linkOf(childOf(link, 'catalogueItem')?.text ?? '', link.attributes['quantity'] ?? textAt(link, 'quantity')),
    );
  const lower = childOf(tradeItem, 'nextLowerLevelTradeItemInformation')?.children ?? [];
  return lower
    .filter(({ name }) => name === 'childTradeItem')
    .flatMap((child) =>
      linkOf(
        gtinOf(child),
        textAt(child, 'quantityOfNextLowerLevelTradeItem') || textAt(child, 'quantityofNextLowerLevelTradeItem'),
      ),
    );
}

function valuesOf(catalogueItem: XmlElement, tradeItem: XmlElement): FeedValues {
  const values: FeedValues = new Map();
  putValue(values, '__ID', gtinOf(tradeItem));
  putValue(values, '__NAME', nameOf(tradeItem));
  putValue(values, '__CATEGORY', categoryOf(tradeItem));
  putValue(values, 'PRIMARY_ASSET', pictureOf(tradeItem));
  putValue(values, 'PACKAGING', linksOf(catalogueItem, tradeItem));
  const children = tradeItem.children.filter(
    ({ name }) => name !== 'gtin' && name !== 'nextLowerLevelTradeItemInformation',
  );
  childValues({ ...tradeItem, children }, values);
  for (const child of catalogueItem.children)
    if (child.name !== 'tradeItem' && child.name !== 'catalogueItemChildItemLink')
      addValue(values, child.name, elementValue(child));
  return values;
}

/** Reduces an item inside another item to its GTIN. */
const reduced = (item: XmlElement): XmlElement => ({ ...item, children: [], text: gtinOf(childOf(item, 'tradeItem')) });

/**
 * Reads a catalogue item notification of GDSN, version 2 or 3. Each level of the packaging hierarchy becomes a product, the lowest level
 * first, with packaging links to its next lower level.
 */
export async function* readGdsn(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  let deletes = false;
  const isItem = (name: string) => name === 'catalogueItem' || name === 'documentCommandHeader';
  for await (const item of readXmlItems(source.text(), isItem, reduced)) {
    if (item.name === 'documentCommandHeader') {
      deletes = /^DELETE$/i.test(item.attributes['type'] ?? '');
      continue;
    }
    const tradeItem = childOf(item, 'tradeItem');
    if (tradeItem === undefined) continue;
    const problems = deletes ? [rowProblem('row-deletes', item.line, { isLine: true })] : [];
    yield { values: valuesOf(item, tradeItem), rows: [{ row: item.line, cells: [] }], problems };
  }
}
