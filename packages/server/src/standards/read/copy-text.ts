const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns one line of COPY's text format. */
export function copyLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '\\N' : String(cell).replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign))).join('\t')}\n`;
}

/** Collects text as bytes, so that no string of a whole document is built. */
export class ByteText {
  readonly #chunks: Buffer[] = [];
  #pending: string[] = [];
  #length = 0;

  add(text: string): void {
    this.#pending.push(text);
    this.#length += text.length;
    if (this.#length > 1_000_000) this.#flush();
  }

  /** Returns bytes in memory of their own, so that they can be moved to another thread. */
  close(): Uint8Array<ArrayBuffer> {
    this.#flush();
    const size = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }

  #flush(): void {
    this.#chunks.push(Buffer.from(this.#pending.join('')));
    this.#pending = [];
    this.#length = 0;
  }
}
