const blockLength = 1 << 16;

/**
 * Row numbers of products, by index, with 4 bytes for each. Grows by blocks, because copying to a larger array would need memory for both.
 */
export class RowNumbers {
  readonly #blocks: Uint32Array[] = [];

  set(index: number, row: number): void {
    const block = (this.#blocks[Math.floor(index / blockLength)] ??= new Uint32Array(blockLength));
    block[index % blockLength] = row;
  }

  /** Returns 0 if no number was set. */
  get(index: number): number {
    return this.#blocks[Math.floor(index / blockLength)]?.[index % blockLength] ?? 0;
  }
}
