import { releaseChunk } from './chunk-memory.ts';

/** Size of the smallest buffer in bytes. Every size is a power of two. */
const minBytes = 1 << 16;

/** A memory pool for files that are received as a whole, shared by all concurrent uploads. */
export interface BufferPool {
  /**
   * Returns a buffer of at least `size` bytes, which must be returned with `give`.
   * @returns undefined if the size is too large or the pool is exhausted
   */
  take(size: number): Buffer | undefined;
  /** Returns a buffer to the pool. After this call, the buffer must not be read or written. */
  give(memory: Buffer): void;
}

/**
 * @param limits in bytes; `largest` limits the size of one buffer, `max` the total size of all buffers in use, and `kept` the total size of
 * idle buffers. Idle buffers are kept, because allocating memory takes longer than receiving a file
 */
export function createBufferPool(limits: { largest: number; max: number; kept: number }): BufferPool {
  const free = new Map<number, Buffer[]>();
  let takenBytes = 0;
  let keptBytes = 0;

  /** Frees idle buffers until at most `limits.kept` bytes remain, starting with the buffer size that was least recently used. */
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
      // Moves this size to the end of the map, because it was used last.
      free.delete(bytes);
      free.set(bytes, same);
      dropUnused();
    },
  };
}
