/**
 * Keeps many small pieces of bytes in few large blocks, which are used again: nothing for the garbage collector to find, move or free.
 * A piece is a number, since a view of its own for each would be just that: three of them a product were half of what outlived a collection.
 */
export interface ByteArena {
  /** Keeps a copy of the bytes. @returns the piece */
  copy(bytes: Uint8Array): number;
  /**
   * Keeps what `write` writes into `room` from `at` on, `most` bytes at most.
   * @param write answers where it ended
   * @returns the piece
   */
  fill(most: number, write: (room: Buffer, at: number) => number): number;
  /** The bytes of a piece, not copied. */
  view(piece: number): Buffer;
  /** A piece that was kept as UTF-8, as text. */
  text(piece: number): string;
  /** Pieces one after the other, with other bytes before and behind all of them, in memory of their own. */
  join(pieces: readonly number[], around: { before: Uint8Array; after: Uint8Array }): Buffer;
  /** Gives all pieces up; whoever still holds one will see other bytes in it. */
  clear(): void;
}

/** A piece is three numbers: its block, where it begins in there, and its size. */
const numbersOfPiece = 3;
const startPieces = 4096;

/** @param blockBytes pieces that do not fit into a block get one of their own */
export function createByteArena(blockBytes: number): ByteArena {
  const blocks = [Buffer.allocUnsafeSlow(blockBytes)];
  const largeBlocks: Buffer[] = [];
  let places = new Int32Array(startPieces * numbersOfPiece);
  let count = 0;
  let current = 0;
  let used = 0;

  /** Room for so many bytes at `used` of the block that is answered, or undefined where no block is that large. */
  function makeRoom(bytes: number): Buffer | undefined {
    if (bytes > blockBytes) return undefined;
    if (used + bytes > blockBytes) {
      current++;
      used = 0;
    }
    return (blocks[current] ??= Buffer.allocUnsafeSlow(blockBytes));
  }

  function note(block: number, start: number, size: number): number {
    const at = count * numbersOfPiece;
    if (at === places.length) {
      const larger = new Int32Array(places.length * 2);
      larger.set(places);
      places = larger;
    }
    places[at] = block;
    places[at + 1] = start;
    places[at + 2] = size;
    return count++;
  }

  function take(size: number): number {
    const piece = note(current, used, size);
    used += size;
    return piece;
  }

  /** Large blocks are counted down from -1. */
  const keepLarge = (bytes: Buffer): number => note(-largeBlocks.push(bytes), 0, bytes.byteLength);

  function find(piece: number): { block: Buffer; start: number; end: number } {
    const at = piece * numbersOfPiece;
    const [number = 0, start = 0, size = 0] = [places[at], places[at + 1], places[at + 2]];
    const block = number < 0 ? largeBlocks[-number - 1] : blocks[number];
    if (piece >= count || !block) throw new RangeError(`the arena holds no piece ${piece}`);
    return { block, start, end: start + size };
  }

  return {
    copy(bytes) {
      const block = makeRoom(bytes.byteLength);
      if (!block) return keepLarge(Buffer.from(bytes));
      block.set(bytes, used);
      return take(bytes.byteLength);
    },
    fill(most, write) {
      const block = makeRoom(most);
      if (block) return take(write(block, used) - used);
      const room = Buffer.allocUnsafeSlow(most);
      return keepLarge(room.subarray(0, write(room, 0)));
    },
    view(piece) {
      const { block, start, end } = find(piece);
      return block.subarray(start, end);
    },
    text(piece) {
      const { block, start, end } = find(piece);
      return block.toString('utf8', start, end);
    },
    join(pieces, { before, after }) {
      let size = before.byteLength + after.byteLength;
      for (const piece of pieces) size += places[piece * numbersOfPiece + 2] ?? 0;
      const joined = Buffer.allocUnsafeSlow(size);
      joined.set(before);
      let at = before.byteLength;
      for (const piece of pieces) {
        const { block, start, end } = find(piece);
        at += block.copy(joined, at, start, end);
      }
      joined.set(after, at);
      return joined;
    },
    clear() {
      // One batch of unusually large products must not keep its memory for the rest of the import.
      blocks.length = Math.min(blocks.length, 2);
      largeBlocks.length = 0;
      count = 0;
      current = 0;
      used = 0;
    },
  };
}
