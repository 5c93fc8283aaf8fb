/** Reads the usual form of a frequent element directly from the text. This is several times as fast as the general parser. */
export interface ElementReader {
  /** Name of the element whose children are read, without a namespace prefix. */
  parent: string;
  /** Name of the children. */
  name: string;
  /**
   * Reads the child that begins at `from`. If the general parser must read the child, has no effect.
   * @param end offset of the next end tag of such a child
   * @returns the offset after the child, or -1 if the general parser must read the child
   */
  read(text: string, from: number, end: number): number;
}

/** Maximum number of characters of an incomplete child that is kept. Longer children are left to the general parser. */
const maxKept = 1024 * 1024;

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

/** Returns the offset of the first character that is not blank. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Divides an XML text between an element reader and the general parser. The parser gets everything except the children that the reader has
 * read, so it still checks that the surrounding text is well-formed.
 * A child may be skipped only while the parser is exactly between two children. To reach such a position, the parser gets the text in steps
 * that end with ">". If it reports the start of the parent or the end of a child after a step, it is between two children.
 */
export class QuickElements {
  readonly #reader: ElementReader;
  readonly #write: (text: string) => void;
  readonly #start: string;
  readonly #end: string;
  #rest = '';
  #depth = 0;
  /** Depth of the children of the parent, or 0 before the parent. */
  #childDepth = 0;
  #isBetween = false;
  #isOver = false;

  /** @param write passes text to the general parser, which calls `opened` and `closed` */
  constructor(reader: ElementReader, write: (text: string) => void) {
    this.#reader = reader;
    this.#write = write;
    this.#start = `<${reader.name}`;
    this.#end = `</${reader.name}>`;
  }

  opened(name: string): void {
    this.#depth++;
    if (this.#childDepth > 0 || name.slice(name.indexOf(':') + 1) !== this.#reader.parent) return;
    this.#childDepth = this.#depth + 1;
    this.#isBetween = true;
    // if the parent has a prefix, its children have one too, and the reader does not recognise them
    this.#isOver = name !== this.#reader.parent;
  }

  closed(): void {
    if (this.#depth === this.#childDepth) this.#isBetween = true;
    if (this.#depth === this.#childDepth - 1) this.#isOver = true;
    this.#depth--;
  }

  push(chunk: string): void {
    const text = this.#rest + chunk;
    let at = 0;
    while (!this.#isOver && at < text.length) {
      const next = this.#isBetween ? this.#readChild(text, at) : -1;
      if (next === undefined) break;
      at = next < 0 ? this.#writeTag(text, at) : next;
    }
    if (this.#isOver) {
      this.#write(text.slice(at));
      at = text.length;
    }
    this.#rest = text.slice(at);
  }

  end(): void {
    this.#write(this.#rest);
  }

  /** Writes the text up to the end of the next tag or, if no tag follows, to its end. @returns the offset after the written text */
  #writeTag(text: string, from: number): number {
    const close = text.indexOf('>', from);
    const end = close < 0 ? text.length : close + 1;
    this.#isBetween = false;
    this.#write(text.slice(from, end));
    return end;
  }

  /** @returns the offset after the child, or undefined if more text is needed, or -1 if the general parser must read the child */
  #readChild(text: string, from: number): number | undefined {
    const at = skipBlanks(text, from);
    const isShort = text.length - at <= this.#start.length;
    if (isShort && '<'.startsWith(text.slice(at, at + 1))) return undefined;
    if (!text.startsWith(this.#start, at)) return -1;
    const end = text.indexOf(this.#end, at);
    if (end < 0) return text.length - at > maxKept ? -1 : undefined;
    return this.#reader.read(text, at, end);
  }
}
