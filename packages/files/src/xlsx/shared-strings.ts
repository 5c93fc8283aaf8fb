import { FileError } from '../source/file-error.ts';
import { withoutEscapes } from './escaped-text.ts';
import { parseXml } from './xml-part.ts';

/** Maximum size in bytes of all shared strings, which must stay in memory while the sheet is read. */
const maxBytes = 192 * 1024 * 1024;
/**
 * Bytes that each string takes in addition, for its end position. Without counting them, a small file of empty strings could fill the
 * memory.
 */
const perText = 8;

/** The strings to which cells refer by number. One buffer takes a third of the memory that separate strings would take. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #ends: number[] = [];

  add(text: string): void {
    if (this.#used + this.#ends.length * perText > maxBytes)
      throw new FileError('file-too-large', 'The workbook holds more than 192 MB of different texts. Save it as CSV.');
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

  /** Returns a string by its number; undefined if there is none. */
  get(index: number): string | undefined {
    const end = this.#ends[index];
    return end === undefined ? undefined : this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, end);
  }
}

/**
 * Reads the shared strings: rich text without its formatting, and without phonetic readings.
 * @param limit stops after about this number of strings
 */
export async function readSharedStrings(bytes: AsyncIterable<Uint8Array>, limit = Infinity): Promise<SharedStrings> {
  const strings = new SharedStrings();
  let text = '';
  let isText = false;
  let phonetic = 0;
  const parts = parseXml(bytes, {
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
  });
  for await (const _ of parts) if (strings.count >= limit) break;
  return strings;
}
