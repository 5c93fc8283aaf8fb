import { FileError } from '../source/file-error.ts';
import { ElementText, isPlainXml } from '../xml/plain-text.ts';
import type { ElementReader } from '../xml/quick-elements.ts';
import { withoutEscapes } from './escaped-text.ts';
import { StartTag } from './start-tag.ts';
import { parseXml, type XmlHandler } from './xml-part.ts';

/** Maximum size in bytes of all shared strings, which must stay in memory while the sheet is read. */
const maxBytes = 192 * 1024 * 1024;
/**
 * Number of bytes that are counted for each string in addition to its text, because its end position is stored too. Otherwise, a small file
 * of empty strings could fill the memory.
 */
const perText = 8;
/**
 * A string with more bytes than this is made only once. Excel's cells have at most 32,767 characters. Otherwise, a workbook of 4 kB could
 * refer to one string of 2 MB from 400 cells and fill 900 MB.
 */
const longBytes = 32 * 1024;

/** The strings to which cells refer by number. One buffer takes a third of the memory that separate strings would take. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #ends: number[] = [];
  /** The long strings that were read, by number. */
  readonly #long = new Map<number, string>();

  add(text: string): void {
    if (this.#used + this.#ends.length * perText > maxBytes)
      throw new FileError(
        'file-too-large',
        'The workbook contains more than 192 MB of different texts. Save it as CSV.',
      );
    const needed = this.#used + text.length * 3;
    if (needed > this.#bytes.length) {
      const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(grown, 0, 0, this.#used);
      this.#bytes = grown;
    }
    this.#used += this.#bytes.write(text, this.#used);
    this.#ends.push(this.#used);
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Returns a string by its number, or undefined if there is none. */
  get(index: number): string | undefined {
    const end = this.#ends[index];
    if (end === undefined) return undefined;
    const start = this.#ends[index - 1] ?? 0;
    if (end - start <= longBytes) return this.#bytes.toString('utf8', start, end);
    const known = this.#long.get(index);
    if (known !== undefined) return known;
    const text = this.#bytes.toString('utf8', start, end);
    this.#long.set(index, text);
    return text;
  }
}

/** Reads texts without formats. The general parser reads all other texts. */
class TextReader implements ElementReader {
  readonly parent = 'sst';
  readonly name = 'si';
  readonly #strings: SharedStrings;
  readonly #tag = new StartTag();
  readonly #text = new ElementText();

  constructor(strings: SharedStrings) {
    this.#strings = strings;
  }

  read(text: string, from: number, end: number): number {
    if (!text.startsWith('<si><t', from) || !isPlainXml(text.slice(from, end))) return -1;
    const start = this.#tag.read(text, from + '<si><t'.length);
    const at = start < 0 || this.#tag.isEmpty ? -1 : this.#text.read(text, start, '</t></si>');
    if (at >= 0) this.#strings.add(withoutEscapes(this.#text.value));
    return at;
  }
}

/**
 * Reads the shared strings. Rich text is read without its formatting, and phonetic readings are omitted.
 * @param limit stops after about this number of strings
 */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>, limit = Infinity): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let text = '';
  let isText = false;
  let phonetic = 0;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic++;
      isText = name === 't' && phonetic === 0;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic--;
      if (name === 'si') strings.add(withoutEscapes(text));
    },
  };
  const parts = parseXml(bytes, handler, new TextReader(strings));
  for await (const _ of parts) if (strings.count >= limit) break;
  return strings;
}
