import { releaseChunk } from './chunk-memory.ts';

/** Smallest piece that is handed out; every larger one is a power of two. */
const leastBytes = 1 << 16;

/** Memory for files that are received as a whole, shared by all that arrive at a time. */
export interface ByteRoom {
  /** Memory for so many bytes, to be given back; undefined where the file is too large for it, or all is taken. */
  take(size: number): Buffer | undefined;
  /** Nobody reads or writes it any more. */
  give(memory: Buffer): void;
}

/**
 * @param limits bytes: `largest` of one piece, `most` of all that are taken at a time, `kept` of those that wait for the next file: fresh
 * memory costs the system more than receiving a file into it
 */
export function createByteRoom(limits: { largest: number; most: number; kept: number }): ByteRoom {
  const free = new Map<number, Buffer[]>();
  let takenBytes = 0;
  let keptBytes = 0;

  /** What lies longest comes first: sizes that are not asked for any more make way for those that are. */
  function makeWay(): void {
    for (const [piece, all] of free) {
      while (keptBytes > limits.kept) {
        const memory = all.pop();
        if (!memory) break;
        keptBytes -= piece;
        releaseChunk(memory);
      }
    }
  }

  return {
    take(size) {
      const piece = Math.max(leastBytes, 2 ** Math.ceil(Math.log2(size + 1)));
      if (size > limits.largest || takenBytes + piece > limits.most) return undefined;
      takenBytes += piece;
      const kept = free.get(piece)?.pop();
      if (kept) keptBytes -= piece;
      return kept ?? Buffer.allocUnsafeSlow(piece);
    },
    give(memory) {
      const piece = memory.byteLength;
      takenBytes -= piece;
      keptBytes += piece;
      const same = free.get(piece) ?? [];
      same.push(memory);
      // The size that was used last comes last.
      free.delete(piece);
      free.set(piece, same);
      makeWay();
    },
  };
}
