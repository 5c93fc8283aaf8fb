/**
 * Stores many small pieces of bytes in few large blocks that are used again, so that the garbage collector has nothing to find, move or
 * free. A piece is a number, not a view: three views per product were half of what survived a collection.
 */
export interface ByteArena {
  /** Stores a copy of the bytes. @returns the piece */
  copy(bytes: Uint8Array): number;
  /**
   * Stores what `write` writes into `buffer` from `at` on, at most `max` bytes.
   * @param write returns where it ended
   * @returns the piece
   */
  fill(max: number, write: (buffer: Buffer, at: number) => number): number;
  /** The bytes of a piece, not copied. */
  view(piece: number): Buffer;
  /** A piece of UTF-8 as text. */
  text(piece: number): string;
  /** Pieces one after the other, with other bytes before and after all of them, in memory of their own. */
  join(pieces: readonly number[], around: { before: Uint8Array; after: Uint8Array }): Buffer;
  /** Drops all pieces; a view of one shows other bytes later. */
  clear(): void;
}

/** A piece is three numbers: its block, where it begins in there, and its size. */
const numbersOfPiece = 3;
const startPieces = 4096;

/** Where each piece is stored. */
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
    /** @throws RangeError if there is no such piece */
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

/** The memory that pieces are stored in. Blocks have numbers from 0; larger ones, each for one piece, are counted down from -1. */
function createBlocks(blockBytes: number) {
  const blocks = [Buffer.allocUnsafeSlow(blockBytes)];
  const largeBlocks: Buffer[] = [];
  let current = 0;
  let used = 0;
  return {
    /** The block with this many free bytes at `used`; undefined if no block is that large. */
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
    /** Takes the bytes at `used`. */
    take(bytes: number): void {
      used += bytes;
    },
    /** @returns the number of the block that the bytes are from now on */
    addLarge: (bytes: Buffer) => -largeBlocks.push(bytes),
    get: (block: number) => (block < 0 ? largeBlocks[-block - 1] : blocks[block]),
    clear() {
      // one batch of unusually large products must not keep its memory for the rest of the import
      blocks.length = Math.min(blocks.length, 2);
      largeBlocks.length = 0;
      current = 0;
      used = 0;
    },
  };
}

/** @param blockBytes pieces that do not fit into a block get one of their own */
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
