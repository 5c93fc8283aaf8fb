import type { FeedValue, FeedValues } from '../feed-types.ts';
import type { XmlElement } from '../xml/xml-items.ts';
import { addValue, putValue } from './feed-item.ts';

/** Attributes about XML itself. */
const isTechnical = (name: string): boolean => /^(?:xmlns(?::|$)|xsi:|xml:space$)/.test(name);

/** Attributes of an element that hold data, by name without prefix. */
export const dataAttributes = ({ attributes }: XmlElement): [name: string, value: string][] =>
  Object.entries(attributes).flatMap(([name, value]): [string, string][] =>
    isTechnical(name) || value === '' ? [] : [[name.slice(name.indexOf(':') + 1), value]],
  );

/** Turns the children of an element into values by name; equal names become lists or rows. */
export function childValues(element: XmlElement, values: FeedValues = new Map()): FeedValues {
  for (const child of element.children) addValue(values, child.name, elementValue(child));
  return values;
}

/**
 * Turns an element into a text, if it has neither children nor attributes, otherwise into a row of attributes and children; its text
 * becomes `text`. White space around texts is left out, because it formats the file.
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
