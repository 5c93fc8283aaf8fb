import type { RawRow, RawValue } from '@pimento/formula';
import { MemberNames } from './member-names.ts';

const quote = 34;
const comma = 44;
const colon = 58;
const backslash = 92;
const openBracket = 91;
const openBrace = 123;
/** Distance from the code of an opening bracket or brace to the code of the closing one. */
const closing = 2;

/**
 * Reads selected members of a product directly from the text of its stored values, in the form in which PostgreSQL prints jsonb. This is
 * faster than JSON.parse, which parses all members and looks up each string of up to 10 characters in V8's table of internalized strings.
 */
export class StoredScanner {
  readonly #slots: ReadonlyMap<string, number>;
  readonly #names = new MemberNames();
  readonly #childNames = new MemberNames();
  #text = '';
  #at = 0;
  #hasEscapes = false;

  /** @param names the stored names, in the order of their slots */
  constructor(names: readonly string[]) {
    this.#slots = new Map(names.map((name, slot) => [name, slot]));
  }

  /** Writes values to their slots. The slot of a member that the product does not have stays unchanged. */
  scan(text: string, slots: RawValue[]): void {
    this.#text = text;
    this.#hasEscapes = text.includes('\\');
    this.#at = 1;
    this.#names.restart();
    while (this.#isBeforeMember()) {
      const slot = this.#slots.get(this.#readName(this.#names));
      if (slot === undefined) this.#skipValue();
      else slots[slot] = this.#readValue();
    }
  }

  /** Moves to the next member or element and returns true. If there is none, moves past the closing bracket or brace and returns false. */
  #isBeforeMember(): boolean {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    while (code === comma || code === 32) code = text.charCodeAt((this.#at += 1));
    const isEnd = code === openBracket + closing || code === openBrace + closing || this.#at >= text.length;
    if (isEnd) this.#at += 1;
    return !isEnd;
  }

  /** Reads a name, and moves to the value after it. */
  #readName(names: MemberNames): string {
    const text = this.#text;
    let name = names.findNext(text, this.#at + 1);
    if (name !== undefined) this.#at += name.length + 2;
    else {
      name = this.#readText();
      names.add(name);
    }
    let code = text.charCodeAt(this.#at);
    while (code === colon || code === 32) code = text.charCodeAt((this.#at += 1));
    return name;
  }

  #readValue(): RawValue {
    switch (this.#text.charCodeAt(this.#at)) {
      case quote:
        return this.#readText();
      case openBracket:
        return this.#readList();
      case openBrace:
        return this.#readRow();
      default: {
        const start = this.#at;
        this.#skipValue();
        return JSON.parse(this.#text.slice(start, this.#at)) as RawValue; // only Pimento writes this text
      }
    }
  }

  #readList(): RawValue {
    const values: RawValue[] = [];
    this.#at += 1;
    while (this.#isBeforeMember()) values.push(this.#readValue());
    return values;
  }

  #readRow(): RawRow {
    const row: Record<string, RawValue> = {};
    this.#at += 1;
    this.#childNames.restart();
    while (this.#isBeforeMember()) {
      const name = this.#readName(this.#childNames);
      const value = this.#readValue();
      // An assignment would change the prototype.
      if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true });
      else row[name] = value;
    }
    return row;
  }

  #readText(): string {
    const text = this.#text;
    const start = this.#at;
    this.#at = this.#endOfText(start);
    const inner = text.slice(start + 1, this.#at - 1);
    if (!this.#hasEscapes || !inner.includes('\\')) return inner;
    return JSON.parse(text.slice(start, this.#at)) as string; // a text, because it begins with a quote
  }

  #skipValue(): void {
    const text = this.#text;
    const first = text.charCodeAt(this.#at);
    if (first === quote) this.#at = this.#endOfText(this.#at);
    else if (first === openBracket || first === openBrace) this.#skipNested();
    else while (this.#at < text.length && !',}] '.includes(text.charAt(this.#at))) this.#at += 1;
  }

  #skipNested(): void {
    const text = this.#text;
    let depth = 0;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      this.#at = code === quote ? this.#endOfText(this.#at) : this.#at + 1;
      if (code === openBracket || code === openBrace) depth += 1;
      else if (code === openBracket + closing || code === openBrace + closing) depth -= 1;
      if (depth === 0) return;
    }
  }

  /** Returns the offset after the closing quote of the text that begins at `start`. */
  #endOfText(start: number): number {
    const text = this.#text;
    let end = text.indexOf('"', start + 1);
    while (this.#hasEscapes && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    return end === -1 ? text.length : end + 1;
  }
}

function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (offset - first) % 2 === 1;
}
