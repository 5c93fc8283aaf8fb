/** Chunks as large as this are worth the call that gives them back. Smaller ones may lie in a pool that others use too. */
const leastReleased = (1 << 13) + 1;

function release(memory: ArrayBufferLike | undefined): void {
  if (memory instanceof ArrayBuffer && memory.byteLength >= leastReleased && !memory.detached) memory.transfer(0);
}

/**
 * Gives the memory of a chunk back at once. Left to the collector it comes back after tens of megabytes, and each of these collections goes
 * through the whole heap: 3 of 5 ms that a megabyte cost. Only where nobody else can hold a part of the same memory.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) release(buffer);
}

/** Gives the memory of a stream's chunks back in their order. */
export interface ChunkRelease {
  /** This chunk has been read. Others may lie in the same memory; those before it no longer matter where they lie in other memory. */
  passed(chunk: Uint8Array): void;
  /** All have been read. */
  end(): void;
}

/** For streams whose memory nobody else holds: a socket's chunk is one piece of memory, in which parsers find one or more pieces. */
export function createChunkRelease(): ChunkRelease {
  let last: ArrayBufferLike | undefined;
  return {
    passed({ buffer }) {
      if (buffer === last) return;
      release(last);
      last = buffer;
    },
    end() {
      release(last);
      last = undefined;
    },
  };
}
