import { FileError } from '../source/file-error.ts';

/** Maximum size in bytes of all shared strings, which must stay in memory while the sheet is read. */
const maxBytes = 192 * 1024 * 1024;
/**
 * Number of bytes that are counted for each string in addition to its text, because its end position is stored too. Otherwise, a small file
 * of empty strings could fill the memory.
 */
const perText = 8;
/**
 * A string with more bytes than this is made only once for each batch of rows. Excel's cells have at most 32,767 characters. Otherwise, a workbook of 4 kB could
 * refer to one string of 2 MB from 400 cells and fill 900 MB.
 */
const longBytes = 32 * 1024;

/** The strings to which cells refer by number. One buffer takes a third of the memory that separate strings would take. */
export class SharedStrings {
  #bytes = Buffer.alloc(64 * 1024);
  #used = 0;
  readonly #ends: number[] = [];
  /** The long strings that were read since the last call of `releaseLong`, by number. */
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

  /** Forgets the long strings. Call it after each batch of rows, so that strings that are used once do not stay in memory. */
  releaseLong(): void {
    this.#long.clear();
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
