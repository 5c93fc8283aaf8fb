import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Memory as large as this is worth the call that gives it back. */
const leastReleased = 1 << 12;

function release(memory: ArrayBufferLike | undefined): void {
  if (!(memory instanceof ArrayBuffer) || memory.byteLength < leastReleased || memory.detached) return;
  // The pool that small buffers lie in is everybody's, and marked so.
  if (!isMarkedAsUntransferable(memory)) memory.transfer(0);
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
