/** Keeps many small pieces of bytes in few large blocks, which are used again: nothing for the garbage collector to find, move or free. */
export interface ByteArena {
  /** A copy of the bytes. */
  copy: (bytes: Uint8Array) => Buffer;
  /** The text in UTF-8. */
  write: (text: string) => Buffer;
  /** Gives all pieces up; whoever still holds one will see other bytes in it. */
  clear: () => void;
}

/** No character of a UTF-16 text takes more bytes than this in UTF-8. */
const mostBytesOfUnit = 3;

/** @param blockBytes pieces that do not fit into a block get a buffer of their own */
export function createByteArena(blockBytes: number): ByteArena {
  const blocks = [Buffer.allocUnsafeSlow(blockBytes)];
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

  function take(block: Buffer, bytes: number): Buffer {
    const piece = block.subarray(used, used + bytes);
    used += bytes;
    return piece;
  }

  return {
    copy(bytes) {
      const block = makeRoom(bytes.byteLength);
      if (!block) return Buffer.from(bytes);
      block.set(bytes, used);
      return take(block, bytes.byteLength);
    },
    write(text) {
      const block = makeRoom(text.length * mostBytesOfUnit);
      return block ? take(block, block.write(text, used)) : Buffer.from(text);
    },
    clear() {
      // One batch of unusually large products must not keep its memory for the rest of the import.
      blocks.length = Math.min(blocks.length, 2);
      current = 0;
      used = 0;
    },
  };
}
