/**
 * Keeps many small pieces of bytes in few large blocks, which are used again: nothing for the garbage collector to find, move or free.
 * A piece is a number, since a view of its own for each would be just that: three of them a product were half of what outlived a collection.
 */
export interface ByteArena {
  /** Keeps a copy of the bytes. @returns the piece */
  copy(bytes: Uint8Array): number;
  /** Keeps the text in UTF-8. @returns the piece */
  write(text: string): number;
  /** The bytes of a piece, not copied. */
  view(piece: number): Buffer;
  /** A piece that was kept as UTF-8, as text. */
  text(piece: number): string;
  /** Pieces one after the other, with an ASCII character between them, in memory of their own. */
  join(pieces: readonly number[], between: string): Buffer;
  /** Gives all pieces up; whoever still holds one will see other bytes in it. */
  clear(): void;
}

/** No character of a UTF-16 text takes more bytes than this in UTF-8. */
const mostBytesOfUnit = 3;
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
    write(text) {
      const block = makeRoom(text.length * mostBytesOfUnit);
      return block ? take(block.write(text, used)) : keepLarge(Buffer.from(text));
    },
    view(piece) {
      const { block, start, end } = find(piece);
      return block.subarray(start, end);
    },
    text(piece) {
      const { block, start, end } = find(piece);
      return block.toString('utf8', start, end);
    },
    join(pieces, between) {
      const size = pieces.reduce((sum, piece) => sum + (places[piece * numbersOfPiece + 2] ?? 0) + 1, -1);
      const joined = Buffer.allocUnsafeSlow(Math.max(size, 0));
      let at = 0;
      for (const piece of pieces) {
        if (at > 0) joined[at++] = between.charCodeAt(0);
        const { block, start, end } = find(piece);
        at += block.copy(joined, at, start, end);
      }
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
