import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Memory of at least this size is worth the call that frees it. */
const leastReleased = 1 << 12;

function release(memory: ArrayBufferLike | undefined): void {
  if (!(memory instanceof ArrayBuffer) || memory.byteLength < leastReleased || memory.detached) return;
  // The pool of small buffers is shared, and marked so.
  if (!isMarkedAsUntransferable(memory)) memory.transfer(0);
}

/**
 * Frees the memory of a chunk at once. The collector would free it after tens of megabytes, and each of these collections goes through
 * the whole heap: 3 of 5 ms per megabyte. Only for chunks whose memory no other code can hold a part of.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer.byteLength === byteLength) release(buffer);
}

/** Frees the memory of a stream's chunks in their order. */
export interface ChunkRelease {
  /** This chunk has been read. Later chunks may share its memory; the memory of earlier ones is freed if it is another. */
  passed(chunk: Uint8Array): void;
  /** All have been read. */
  end(): void;
}

/** For streams whose memory no other code holds: a socket's chunk is one buffer, in which parsers find one or more chunks. */
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
