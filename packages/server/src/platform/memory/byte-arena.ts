/**
 * Stores many small byte sequences ("pieces") in a few large, reused blocks, so that the garbage collector has nothing to scan, move or
 * free. A piece is represented by a number instead of a view, because three views per product made up half of the memory that survived a
 * garbage collection.
 */
export interface ByteArena {
  /** Stores a copy of the bytes. @returns the number of the piece */
  copy(bytes: Uint8Array): number;
  /**
   * Calls `write`, which writes a piece of at most `max` bytes into `buffer`, starting at `at`.
   * @param write returns the end offset of the written bytes
   * @returns the number of the piece
   */
  fill(max: number, write: (buffer: Buffer, at: number) => number): number;
  /** Returns the bytes of a piece without copying them. */
  view(piece: number): Buffer;
  /** Decodes a piece as UTF-8. */
  text(piece: number): string;
  /** Concatenates pieces into a new buffer that starts with `around.before` and ends with `around.after`. */
  join(pieces: readonly number[], around: { before: Uint8Array; after: Uint8Array }): Buffer;
  /** Drops all pieces. Existing views become invalid, because the memory is reused. */
  clear(): void;
}

/** A piece is described by three numbers, which are its block, its offset in the block, and its size. */
const numbersOfPiece = 3;
const startPieces = 4096;

/** Creates the table with the position of each piece. */
function createPieceTable() {
  let numbers = new Int32Array(startPieces * numbersOfPiece);
  let count = 0;
  return {
    add(block: number, start: number, size: number): number {
      const at = count * numbersOfPiece;
      if (at === numbers.length) {
        const larger = new Int32Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[at] = block;
      numbers[at + 1] = start;
      numbers[at + 2] = size;
      return count++;
    },
    /** @throws RangeError if the piece does not exist */
    find(piece: number): { block: number; start: number; end: number } {
      if (piece >= count) throw new RangeError(`the arena holds no piece ${piece}`);
      const at = piece * numbersOfPiece;
      const [block = 0, start = 0, size = 0] = [numbers[at], numbers[at + 1], numbers[at + 2]];
      return { block, start, end: start + size };
    },
    sizeOf: (piece: number) => numbers[piece * numbersOfPiece + 2] ?? 0,
    clear() {
      count = 0;
    },
  };
}

/**
 * Creates the memory blocks for pieces. Normal blocks are numbered 0, 1, 2 and so on. Larger blocks, each with a single piece, are numbered
 * -1, -2 and so on.
 */
function createBlocks(blockBytes: number) {
  const blocks = [Buffer.allocUnsafeSlow(blockBytes)];
  const largeBlocks: Buffer[] = [];
  let current = 0;
  let used = 0;
  return {
    /** Returns a block with this many free bytes, which start at offset `used`. @returns undefined if a normal block is too small */
    reserve(bytes: number): Buffer | undefined {
      if (bytes > blockBytes) return undefined;
      if (used + bytes > blockBytes) {
        current++;
        used = 0;
      }
      return (blocks[current] ??= Buffer.allocUnsafeSlow(blockBytes));
    },
    current: () => current,
    used: () => used,
    /** Marks the bytes at `used` as used. */
    take(bytes: number): void {
      used += bytes;
    },
    /** Adds `bytes` as a large block. @returns the number of the block */
    addLarge: (bytes: Buffer) => -largeBlocks.push(bytes),
    get: (block: number) => (block < 0 ? largeBlocks[-block - 1] : blocks[block]),
    clear() {
      // The memory for a batch of unusually large products must not be kept for the rest of the import.
      blocks.length = Math.min(blocks.length, 2);
      largeBlocks.length = 0;
      current = 0;
      used = 0;
    },
  };
}

/** @param blockBytes size of a block; a larger piece gets a separate block */
export function createByteArena(blockBytes: number): ByteArena {
  const pieces = createPieceTable();
  const blocks = createBlocks(blockBytes);

  function take(size: number): number {
    const piece = pieces.add(blocks.current(), blocks.used(), size);
    blocks.take(size);
    return piece;
  }
  const keepLarge = (bytes: Buffer): number => pieces.add(blocks.addLarge(bytes), 0, bytes.byteLength);

  function find(piece: number): { bytes: Buffer; start: number; end: number } {
    const { block, start, end } = pieces.find(piece);
    const bytes = blocks.get(block);
    if (!bytes) throw new RangeError(`the arena holds no piece ${piece}`);
    return { bytes, start, end };
  }

  return {
    copy(bytes) {
      const block = blocks.reserve(bytes.byteLength);
      if (!block) return keepLarge(Buffer.from(bytes));
      block.set(bytes, blocks.used());
      return take(bytes.byteLength);
    },
    fill(max, write) {
      const block = blocks.reserve(max);
      if (block) return take(write(block, blocks.used()) - blocks.used());
      const buffer = Buffer.allocUnsafeSlow(max);
      return keepLarge(buffer.subarray(0, write(buffer, 0)));
    },
    view(piece) {
      const { bytes, start, end } = find(piece);
      return bytes.subarray(start, end);
    },
    text(piece) {
      const { bytes, start, end } = find(piece);
      return bytes.toString('utf8', start, end);
    },
    join(joinedPieces, { before, after }) {
      let size = before.byteLength + after.byteLength;
      for (const piece of joinedPieces) size += pieces.sizeOf(piece);
      const joined = Buffer.allocUnsafeSlow(size);
      joined.set(before);
      let at = before.byteLength;
      for (const piece of joinedPieces) {
        const { bytes, start, end } = find(piece);
        at += bytes.copy(joined, at, start, end);
      }
      joined.set(after, at);
      return joined;
    },
    clear() {
      pieces.clear();
      blocks.clear();
    },
  };
}
