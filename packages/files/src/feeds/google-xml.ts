import type { FeedValues } from '../feed-types.ts';
import { childOf, readXmlItems, type XmlElement } from '../xml/xml-items.ts';
import { addValue, type FeedItem, type FeedSource, textIn } from '../feed-items/feed-item.ts';
import { googleValues } from './google-values.ts';
import { elementValue } from '../feed-items/xml-values.ts';

/** Maps elements of RSS and Atom to attributes of Google Merchant. An element provides the value if an item lacks the attribute. */
const shared: ReadonlyMap<string, string> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['description', 'description'],
  ['summary', 'description'],
  ['content', 'description'],
  ['id', 'id'],
]);

/** Returns the value of an element of RSS or Atom. The value of an Atom link is its attribute `href`. */
const plainValue = (element: XmlElement) => element.attributes['href'] ?? elementValue(element);

/** Reads an item. Elements with a prefix are attributes of Google Merchant and take precedence over elements of RSS and Atom. */
function attributesOf(item: XmlElement): FeedValues {
  const attributes: FeedValues = new Map();
  for (const child of item.children)
    if (child.prefix !== '') addValue(attributes, child.name.toLowerCase(), elementValue(child));
  for (const child of item.children) {
    if (child.prefix !== '') continue;
    const name = shared.get(child.name);
    if (name !== undefined && !attributes.has(name)) addValue(attributes, name, plainValue(child));
    else if (name === undefined) addValue(attributes, child.name, elementValue(child));
    else if (textIn(attributes, name) !== plainValue(child))
      addValue(attributes, `${item.name}_${child.name}`, plainValue(child));
  }
  return attributes;
}

/** Reads a feed of Google Merchant in RSS 2.0, RSS 1.0 or Atom. */
export async function* readGoogleXml(source: FeedSource): AsyncGenerator<FeedItem, void, undefined> {
  for await (const item of readXmlItems(source.text(), (name) => name === 'item' || name === 'entry')) {
    if (childOf(item, 'id') === undefined && item.children.length === 0) continue;
    yield { values: googleValues(attributesOf(item)), rows: [{ row: item.line, cells: [] }], problems: [] };
  }
}
