/** Number of bytes that are collected before they become a blob, because browsers can store a blob on disk. */
const keptBytes = 8 << 20;

/** Collects the bytes of a large file without holding all of them in memory. */
export class BlobParts {
  readonly #blobs: Blob[] = [];
  #chunks: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk.slice()); // the writer can reuse its buffer
    this.#length += chunk.length;
    if (this.#length < keptBytes) return;
    this.#blobs.push(new Blob(this.#chunks));
    this.#chunks = [];
    this.#length = 0;
  }

  /** Returns everything that was added. */
  blob = (type: string): Blob => new Blob([...this.#blobs, ...this.#chunks], { type });
}
