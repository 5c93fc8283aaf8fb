import { FileError } from '../source/file-error.ts';
import { parseXml } from './parse-xml.ts';

/** An element with its whole content. */
export interface XmlElement {
  /** Name without prefix. */
  name: string;
  /** Prefix of the name, or an empty string if the name has none. */
  prefix: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  /** The line on which the start tag ends, counted from 1. */
  line: number;
}

/** Maximum number of characters of one item. The service accepts products of up to 4 MiB. */
const maxItemLength = 8 * 1024 * 1024;

/** Returns the form in which an item is kept as a child of the item that contains it. */
type Reduce = (item: XmlElement) => XmlElement;

interface OpenElement {
  element: XmlElement;
  isItem: boolean;
}

/** Collects the elements that are items, at any depth. */
class ItemCollector {
  items: XmlElement[] = [];
  /** The open elements inside items, or undefined for each open element outside an item. */
  readonly #open: (OpenElement | undefined)[] = [];
  readonly #isItem: (name: string) => boolean;
  readonly #reduce: Reduce | undefined;
  #length = 0;

  constructor(isItem: (name: string) => boolean, reduce: Reduce | undefined) {
    this.#isItem = isItem;
    this.#reduce = reduce;
  }

  open(qualified: string, attributes: Readonly<Record<string, string>>, line: number): void {
    const colon = qualified.indexOf(':');
    const name = qualified.slice(colon + 1);
    const isInside = this.#open.at(-1) !== undefined;
    const isItem = (!isInside || this.#reduce !== undefined) && this.#isItem(name);
    if (!isInside && !isItem) {
      this.#open.push(undefined);
      return;
    }
    if (!isInside) this.#length = 0;
    this.#count(qualified.length + Object.values(attributes).reduce((sum, { length }) => sum + length, 0), line);
    const prefix = qualified.slice(0, Math.max(colon, 0));
    this.#open.push({ isItem, element: { name, prefix, attributes, children: [], text: '', line } });
  }

  text(text: string): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    this.#count(text.length, open.element.line);
    open.element.text += text;
  }

  close(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const parent = this.#open.at(-1)?.element;
    if (open.isItem) this.items.push(open.element);
    parent?.children.push(open.isItem && this.#reduce !== undefined ? this.#reduce(open.element) : open.element);
  }

  #count(length: number, line: number): void {
    this.#length += length;
    if (this.#length > maxItemLength)
      throw new FileError('cell-too-large', `The product in line ${line} has more than 8 million characters.`);
  }
}

/**
 * Reads the elements that are items. Keeps only the current item and the complete items of one chunk in memory.
 * @param isItem returns true if an element with this name is an item
 * @param reduce makes nested items separate items, which are yielded first and replaced in the outer item by their reduced form. By
 * default, a nested item is only a part of the outer item
 * @throws FileError file-damaged, file-too-large, cell-too-large, and the errors of `chunks`
 */
export async function* readXmlItems(
  chunks: AsyncIterable<string>,
  isItem: (name: string) => boolean,
  reduce?: Reduce,
): AsyncGenerator<XmlElement, void, undefined> {
  const collector = new ItemCollector(isItem, reduce);
  const events = {
    open: collector.open.bind(collector),
    text: collector.text.bind(collector),
    close: collector.close.bind(collector),
  };
  for await (const _ of parseXml(chunks, events, { name: 'The file', skipsDoctype: true })) {
    yield* collector.items;
    collector.items = [];
  }
  yield* collector.items;
}

/** Returns the first child with the given name. */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Returns the text of the element at a path of names, or '' if there is none. */
export function textAt(element: XmlElement, ...path: string[]): string {
  let at: XmlElement | undefined = element;
  for (const name of path) at = at === undefined ? undefined : childOf(at, name);
  return at?.text.trim() ?? '';
}

/** Returns the first element with the given name inside an element, at any depth. */
export function findInside(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : findInside(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
