import { FileError } from '../source/file-error.ts';

/** Maximum number of characters of one product. */
const maxItemLength = 8 * 1024 * 1024;

/** A JSON value as unparsed text. */
export interface JsonItem {
  text: string;
  /** The line on which the value begins, counted from 1. */
  line: number;
}

/** Maximum nesting depth of the JSON. Composites have at most 32 levels. */
const maxDepth = 100;

const quote = 0x22;
const backslash = 0x5c;
const isOpening = (unit: number): boolean => unit === 0x7b || unit === 0x5b;
const isClosing = (unit: number): boolean => unit === 0x7d || unit === 0x5d;
/** Returns true if a character can occur at the top level: white space, a comma, a byte order mark, or a bracket. */
const isAllowedAtTop = (unit: number): boolean =>
  unit <= 0x20 || unit === 0x2c || unit === 0xfeff || isOpening(unit) || isClosing(unit);

/**
 * Cuts a JSON text into products. Products are the elements of a list at the top level, or of a list with a known name in an object at the
 * top level. Any other object at the top level is itself a product. Several such objects can follow each other.
 */
class ItemCutter {
  readonly #isList: (name: string) => boolean;
  #line = 1;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  /** The current string at depth 1, which can be the name of a list. */
  #name = '';
  #lastName = '';
  /**
   * Nesting depth at which products begin: 0 at the top level, 1 or 2 inside a list, `Infinity` after the end of a list in an object.
   */
  #itemDepth = 0;
  #hasList = false;
  #item = '';
  #itemLine = 1;
  #isInItem = false;

  constructor(isList: (name: string) => boolean) {
    this.#isList = isList;
  }

  push(chunk: string): JsonItem[] {
    const items: JsonItem[] = [];
    let start = this.#isInItem ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk.charCodeAt(at);
      if (unit === 0x0a) this.#line += 1;
      if (this.#depth === 0 && !isAllowedAtTop(unit))
        throw this.#damaged('contains something other than objects and lists');
      if (this.#isText) this.#inText(unit, chunk[at] ?? '');
      else if (unit === quote) this.#beginText();
      else if (isOpening(unit)) {
        if (this.#opensList(unit)) start = -1;
        else if (this.#depth === this.#itemDepth && !this.#isInItem) {
          this.#isInItem = true;
          this.#itemLine = this.#line;
          start = at;
        }
        this.#depth += 1;
        if (this.#depth > maxDepth) throw this.#damaged(`has more than ${maxDepth} levels`);
      } else if (isClosing(unit)) {
        this.#depth -= 1;
        if (this.#depth < 0) throw this.#damaged('closes more than it opens');
        if (this.#isInItem && this.#depth === this.#itemDepth) {
          items.push({ text: this.#item + chunk.slice(Math.max(start, 0), at + 1), line: this.#itemLine });
          this.#item = '';
          this.#isInItem = false;
          start = -1;
        }
        if (this.#hasList && this.#depth < this.#itemDepth) this.#endList();
      }
    }
    if (this.#isInItem) this.#item += chunk.slice(Math.max(start, 0));
    if (this.#item.length > maxItemLength)
      throw new FileError(
        'cell-too-large',
        `The product in line ${this.#itemLine} has more than 8 million characters.`,
      );
    return items;
  }

  /** True if all brackets and strings are closed. */
  get isComplete(): boolean {
    return this.#depth === 0 && !this.#isText;
  }

  #damaged(what: string): FileError {
    return new FileError('file-damaged', `The JSON ${what} in line ${this.#line}. Send the file again.`);
  }

  #beginText(): void {
    this.#isText = true;
    this.#name = '';
  }

  #inText(unit: number, character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (unit === backslash) this.#isEscaped = true;
    else if (unit === quote) {
      this.#isText = false;
      this.#lastName = this.#name;
      return;
    }
    if (this.#depth === 1 && this.#name.length < 64) this.#name += character;
  }

  /**
   * Starts a list of products if one begins at this character, and returns true in that case. Such a list is at the top level, or has a
   * known name in an object at the top level.
   */
  #opensList(unit: number): boolean {
    if (unit !== 0x5b || this.#hasList) return false;
    const isTop = this.#depth === 0;
    if (!isTop && !(this.#depth === 1 && this.#isList(this.#lastName))) return false;
    this.#hasList = true;
    this.#itemDepth = this.#depth + 1;
    this.#isInItem = false;
    this.#item = '';
    return true;
  }

  /** Ends a list of products. If the list is in an object, the rest of the object is ignored. */
  #endList(): void {
    this.#itemDepth = this.#depth === 0 ? 0 : Infinity;
    this.#hasList = this.#depth !== 0;
  }
}

/**
 * Reads the products of a JSON document or of JSON lines, each as text. Only one product is in memory.
 * @param isList returns true if a list with this name, in an object at the top level, contains products
 * @throws FileError file-damaged, cell-too-large, and the errors of `chunks`
 */
export async function* readJsonItems(
  chunks: AsyncIterable<string>,
  isList: (name: string) => boolean,
): AsyncGenerator<JsonItem, void, undefined> {
  const cutter = new ItemCutter(isList);
  for await (const chunk of chunks) yield* cutter.push(chunk);
  if (!cutter.isComplete)
    throw new FileError('file-damaged', 'The JSON ends before it is complete. Send the file again.');
}
