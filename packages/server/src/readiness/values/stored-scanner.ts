import type { RawValue } from '@pimento/formula';

const quote = 34;
const backslash = 92;
const openBracket = 91;
const openBrace = 123;

/**
 * Reads selected members of a product directly from the text of its stored values, as PostgreSQL prints jsonb. This takes half the time of
 * parsing the whole text (98 attributes, 3.6 kB).
 */
export class StoredScanner {
  readonly #slots: ReadonlyMap<string, number>;

  /** @param names the stored names, in the order of their slots */
  constructor(names: readonly string[]) {
    this.#slots = new Map(names.map((name, slot) => [name, slot]));
  }

  /** Writes values to their slots. The slot of a member that the product does not have stays unchanged. */
  scan(text: string, slots: RawValue[]): void {
    const hasEscapes = text.includes('\\');
    let at = text.indexOf('"');
    while (at !== -1) {
      const nameEnd = endOfText(text, at, hasEscapes);
      const start = startOfValue(text, nameEnd);
      const end = endOfValue(text, start, hasEscapes);
      const slot = this.#slots.get(readText(text, at, nameEnd, hasEscapes));
      if (slot !== undefined) slots[slot] = readValue(text, start, end, hasEscapes);
      at = text.indexOf('"', end);
    }
  }
}

/** Returns the offset after the closing quote of the text that begins at `start`. */
function endOfText(text: string, start: number, hasEscapes: boolean): number {
  let end = text.indexOf('"', start + 1);
  while (hasEscapes && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text.charCodeAt(first - 1) === backslash) first -= 1;
  return (offset - first) % 2 === 1;
}

/** Returns the offset of the value after a colon and white space. */
function startOfValue(text: string, nameEnd: number): number {
  let start = text.indexOf(':', nameEnd) + 1;
  while (text.charCodeAt(start) === 32) start += 1;
  return start;
}

function endOfValue(text: string, start: number, hasEscapes: boolean): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfText(text, start, hasEscapes);
  if (first === openBracket || first === openBrace) return endOfNested(text, start, hasEscapes);
  let end = start;
  while (end < text.length && text[end] !== ',' && text[end] !== '}') end += 1;
  return end;
}

function endOfNested(text: string, start: number, hasEscapes: boolean): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at, hasEscapes);
      continue;
    }
    at += 1;
    if (code === openBracket || code === openBrace) depth += 1;
    // The code of a closing bracket or brace is the code of the opening one plus two.
    else if (code === openBracket + 2 || code === openBrace + 2) depth -= 1;
    if (depth === 0) return at;
  }
  return at;
}

function readValue(text: string, start: number, end: number, hasEscapes: boolean): RawValue {
  if (text.charCodeAt(start) === quote) return readText(text, start, end, hasEscapes);
  return JSON.parse(text.slice(start, end)) as RawValue; // only this service writes this text
}

function readText(text: string, start: number, end: number, hasEscapes: boolean): string {
  const inner = text.slice(start + 1, end - 1);
  if (!hasEscapes || !inner.includes('\\')) return inner;
  return JSON.parse(text.slice(start, end)) as string; // a text, because it begins with a quote
}
