import type { FeedValue, FeedValues } from '../feed-types.ts';
import type { XmlElement } from '../xml/xml-items.ts';
import { addValue, putValue } from './feed-item.ts';

/** Returns true if an attribute belongs to XML itself and contains no data. */
const isTechnical = (name: string): boolean => /^(?:xmlns(?::|$)|xsi:|xml:space$)/.test(name);

/** Returns the attributes of an element that contain data, by name without prefix. */
export const dataAttributes = ({ attributes }: XmlElement): [name: string, value: string][] =>
  Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    isTechnical(name) || value === '' ? [] : [[name.slice(name.indexOf(':') + 1), value]],
  );

/** Converts the children of an element to values by name. Children with the same name become a list or rows. */
export function childValues(element: XmlElement, values: FeedValues = new Map()): FeedValues {
  for (const child of element.children) addValue(values, child.name, elementValue(child));
  return values;
}

/**
 * Converts an element to a string if it has neither children nor attributes that contain data. Otherwise, converts it to a row with its
 * attributes and children, and its text as `text`. White space around the text is removed, because it only formats the file.
 */
export function elementValue(element: XmlElement): FeedValue {
  const text = element.text.trim();
  const attributes = dataAttributes(element);
  if (element.children.length === 0 && attributes.length === 0) return text;
  const row: FeedValues = new Map(attributes);
  putValue(row, 'text', text);
  childValues(element, row);
  return row.size === 0 ? '' : [row];
}
