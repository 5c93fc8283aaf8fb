const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const firstPrintable = 0x20;

/** Flag of a cell with characters that JSON escapes. */
const escaped = 1;
/** Flag of a cell with doubled quotes. */
const doubled = 2;

/** Maximum number of cells whose offsets are stored. A row with more cells needs the scanner of decoded text. */
export const maxByteCells = 1_000;

/**
 * The cells of one row of CSV text in UTF-8, as offsets in its bytes. Finds the same cells and row ends as the scanner of decoded text, but
 * creates no strings.
 */
export class ByteCells {
  count = 0;
  /** True if the row needs the scanner of decoded text, because text follows a closing quote or the row has too many cells. */
  isOdd = false;
  readonly starts = new Int32Array(maxByteCells);
  readonly ends = new Int32Array(maxByteCells);
  readonly #flags = new Uint8Array(maxByteCells);
  readonly #separator: number;

  constructor(delimiter: string) {
    this.#separator = delimiter.charCodeAt(0);
  }

  /** Returns true if a cell has characters that JSON escapes, or doubled quotes. */
  isEscaped = (cell: number): boolean => this.#flags[cell] !== 0;
  isDoubled = (cell: number): boolean => ((this.#flags[cell] ?? 0) & doubled) !== 0;

  /** Returns the text of a cell. */
  text(bytes: Buffer, cell: number): string {
    const text = bytes.toString('utf8', this.starts[cell], this.ends[cell]);
    return this.isDoubled(cell) ? text.replaceAll('""', '"') : text;
  }

  /**
   * Finds the cells of the row that starts at an offset.
   * @param isLast true if no more bytes follow
   * @returns the offset after the row, or -1 if the end of the row is missing
   */
  read(bytes: Buffer, start: number, end: number, isLast: boolean): number {
    this.count = 0;
    this.isOdd = false;
    let at = start;
    for (;;) {
      at = bytes[at] === quote && at < end ? this.#quoted(bytes, at + 1, end, isLast) : this.#plain(bytes, at, end);
      if (at < 0 || (at >= end && !isLast)) return -1;
      if (at >= end) return end;
      const unit = bytes[at];
      if (unit === lineFeed) return at + 1;
      if (unit === carriageReturn) {
        if (at + 1 === end && !isLast) return -1;
        return at + 1 < end && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
      }
      at += 1;
    }
  }

  /** Finds the end of an unquoted cell. */
  #plain(bytes: Buffer, start: number, end: number): number {
    const separator = this.#separator;
    let at = start;
    let flags = 0;
    for (; at < end; at++) {
      const unit = bytes[at] ?? 0;
      if (unit === separator || unit === lineFeed || unit === carriageReturn) break;
      if (unit < firstPrintable || unit === quote || unit === backslash) flags = escaped;
    }
    this.#add(start, at, flags);
    return at;
  }

  /** Finds the end of a quoted cell, which starts after its quote. Returns -1 if the closing quote is missing. */
  #quoted(bytes: Buffer, start: number, end: number, isLast: boolean): number {
    let at = start;
    let flags = 0;
    for (; ; at += 2) {
      for (; at < end && bytes[at] !== quote; at++) {
        const unit = bytes[at] ?? 0;
        if (unit < firstPrintable || unit === backslash) flags |= escaped;
      }
      if (at >= end || (at + 1 >= end && !isLast)) return -1;
      if (at + 1 >= end || bytes[at + 1] !== quote) break;
      flags |= doubled;
    }
    this.#add(start, at, flags);
    at += 1;
    for (; at < end; at++) {
      const unit = bytes[at];
      if (unit === this.#separator || unit === lineFeed || unit === carriageReturn) break;
      this.isOdd = true;
    }
    return at;
  }

  #add(start: number, end: number, flags: number): void {
    const cell = this.count;
    if (cell >= maxByteCells) {
      this.isOdd = true;
      return;
    }
    this.starts[cell] = start;
    this.ends[cell] = end;
    this.#flags[cell] = flags;
    this.count = cell + 1;
  }
}
