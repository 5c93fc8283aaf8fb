import { releaseChunk } from './chunk-memory.ts';

/** The smallest buffer; every larger one is a power of two. */
const minBytes = 1 << 16;

/** Memory for files that are received as a whole, shared by all that arrive at the same time. */
export interface BufferPool {
  /** A buffer for this many bytes, to be given back; undefined if the file is too large or all memory is taken. */
  take(size: number): Buffer | undefined;
  /** Gives a buffer back that is not read or written any more. */
  give(memory: Buffer): void;
}

/**
 * @param limits bytes: `largest` of one buffer, `max` of all buffers in use, `kept` of the buffers that wait for the next file: fresh
 * memory costs the system more than receiving a file into it
 */
export function createBufferPool(limits: { largest: number; max: number; kept: number }): BufferPool {
  const free = new Map<number, Buffer[]>();
  let takenBytes = 0;
  let keptBytes = 0;

  /** Unused buffers, the oldest first: sizes that are not needed any more are dropped first. */
  function dropUnused(): void {
    for (const [bytes, all] of free) {
      while (keptBytes > limits.kept) {
        const memory = all.pop();
        if (!memory) break;
        keptBytes -= bytes;
        releaseChunk(memory);
      }
    }
  }

  return {
    take(size) {
      const bytes = Math.max(minBytes, 2 ** Math.ceil(Math.log2(size + 1)));
      if (size > limits.largest || takenBytes + bytes > limits.max) return undefined;
      takenBytes += bytes;
      const kept = free.get(bytes)?.pop();
      if (kept) keptBytes -= bytes;
      return kept ?? Buffer.allocUnsafeSlow(bytes);
    },
    give(memory) {
      const bytes = memory.byteLength;
      takenBytes -= bytes;
      keptBytes += bytes;
      const same = free.get(bytes) ?? [];
      same.push(memory);
      // the size that was used last comes last
      free.delete(bytes);
      free.set(bytes, same);
      dropUnused();
    },
  };
}
