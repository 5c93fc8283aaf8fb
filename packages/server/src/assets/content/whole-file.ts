import { type BufferPool, createChunkRelease } from '../../platform/index.ts';

/** A small file that is received completely into memory, because one large disk write costs far less than many small ones. */
export interface WholeFile {
  /** Appends a chunk from a socket or a parser. Frees the chunk's memory at the next chunk or at `drop`. */
  write: (bytes: Uint8Array) => void;
  /** Returns the bytes received so far, which are valid until `drop`. */
  bytes(): Buffer;
  /** Returns the memory to the pool. */
  drop(): void;
}

/**
 * Allocates memory for one file.
 * @param size maximum number of bytes
 * @returns undefined if not enough memory is free; the file is then streamed into the store
 */
export function openWholeFile(pool: BufferPool, size: number): WholeFile | undefined {
  const memory = pool.take(size);
  if (!memory) return undefined;
  const received = createChunkRelease();
  let filled = 0;
  let isDropped = false;
  return {
    write(bytes) {
      // After `drop`, the memory may belong to another file.
      if (isDropped) return;
      memory.set(bytes, filled);
      filled += bytes.byteLength;
      received.passed(bytes);
    },
    bytes: () => memory.subarray(0, filled),
    drop() {
      if (isDropped) return;
      isDropped = true;
      received.end();
      pool.give(memory);
    },
  };
}
