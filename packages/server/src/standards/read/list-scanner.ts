const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;
const openBracket = 91;
const openBrace = 123;
/** Distance from the code of an opening bracket or brace to the code of the closing one. */
const closing = 2;

/** The position of the member `values` of a value list in the bytes of a document. */
export interface ListSpan {
  id: string;
  /** Offsets of the opening bracket and after the closing one. */
  start: number;
  end: number;
  /** Number of values. */
  count: number;
}

/**
 * Finds the values of the lists in a JSON document without parsing it. The spans are correct if the document is valid JSON.
 * @returns no spans if `valueLists`, `id` or `values` occurs twice, or if a name or an id contains an escape, because JSON.parse could then
 * find other values
 */
export function findListSpans(bytes: Buffer): ListSpan[] {
  const scan = new ListScan(bytes);
  return scan.isRead() ? scan.spans : [];
}

/** Reads one document. Its methods move past what they read. They return false if they do not support the form of the document. */
class ListScan {
  readonly spans: ListSpan[] = [];
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  isRead(): boolean {
    let isFirst = true;
    this.#skipSpace();
    return this.#readObject((name) => {
      if (name !== 'valueLists') return this.#skipValue();
      const isOnly = isFirst;
      isFirst = false;
      return isOnly && this.#readArray(() => this.#readList());
    });
  }

  #readList(): boolean {
    if (this.#bytes[this.#at] !== openBrace) return this.#skipValue();
    const list: { id: string | undefined; values: Omit<ListSpan, 'id'> | undefined } = {
      id: undefined,
      values: undefined,
    };
    const isRead = this.#readObject((name) => {
      if (name === 'id') {
        if (list.id !== undefined) return false;
        list.id = this.#readText();
        return list.id !== undefined;
      }
      if (name !== 'values') return this.#skipValue();
      if (list.values !== undefined) return false;
      list.values = this.#readValues();
      return list.values !== undefined;
    });
    if (list.id !== undefined && list.values !== undefined) this.spans.push({ id: list.id, ...list.values });
    return isRead;
  }

  #readValues(): Omit<ListSpan, 'id'> | undefined {
    const start = this.#at;
    let count = 0;
    const isArray = this.#readArray(() => {
      count += 1;
      return this.#skipValue();
    });
    return isArray ? { start, end: this.#at, count } : undefined;
  }

  #readObject(readMember: (name: string) => boolean): boolean {
    return this.#readParts(openBrace, () => {
      const name = this.#readText();
      this.#skipSpace();
      if (name === undefined || this.#bytes[this.#at] !== colon) return false;
      this.#at += 1;
      this.#skipSpace();
      return readMember(name);
    });
  }

  /** Reads a string. Returns undefined if there is none, or if it contains an escape. */
  #readText(): string | undefined {
    const start = this.#at;
    if (this.#bytes[start] !== quote) return undefined;
    this.#skipText();
    const text = this.#bytes.toString('utf8', start + 1, this.#at - 1);
    return text.includes('\\') ? undefined : text;
  }

  #readArray(readElement: () => boolean): boolean {
    return this.#readParts(openBracket, readElement);
  }

  /** Reads members or elements, which commas separate, between an opening sign and its closing one. */
  #readParts(opening: number, readPart: () => boolean): boolean {
    if (this.#bytes[this.#at] !== opening) return false;
    this.#at += 1;
    this.#skipSpace();
    while (this.#bytes[this.#at] !== opening + closing) {
      if (!readPart()) return false;
      this.#skipSpace();
      if (this.#bytes[this.#at] === comma) {
        this.#at += 1;
        this.#skipSpace();
      } else if (this.#bytes[this.#at] !== opening + closing) return false;
    }
    this.#at += 1;
    return true;
  }

  /** Returns false if nothing could be skipped, so that a document that is not JSON ends the scan. */
  #skipValue(): boolean {
    const start = this.#at;
    const first = this.#bytes[start];
    if (first === quote) this.#skipText();
    else if (first === openBracket || first === openBrace) this.#at = endOfNested(this.#bytes, start);
    else this.#skipPlain();
    return this.#at > start;
  }

  /** Moves past a number or a literal. */
  #skipPlain(): void {
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const byte = this.#bytes[this.#at] ?? 0;
      if (byte === comma || byte <= 32 || byte === openBracket + closing || byte === openBrace + closing) return;
    }
  }

  #skipText(): void {
    this.#at = endOfText(this.#bytes, this.#at);
  }

  #skipSpace(): void {
    for (; this.#at < this.#bytes.length; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return;
    }
  }
}

/** Returns the offset after the text that begins at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Returns the offset after the array or object that begins at `start`. */
function endOfNested(bytes: Buffer, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    at = byte === quote ? endOfText(bytes, at) : at + 1;
    if (byte === openBracket || byte === openBrace) depth += 1;
    else if (byte === openBracket + closing || byte === openBrace + closing) depth -= 1;
    if (depth === 0) return at;
  }
  return at;
}
