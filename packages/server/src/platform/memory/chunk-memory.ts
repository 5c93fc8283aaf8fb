import { isMarkedAsUntransferable } from 'node:worker_threads';

/** Chunks of fewer bytes are left to the garbage collector, because the call that frees them would cost more. */
const leastReleased = 1 << 12;

function release(memory: ArrayBufferLike | undefined): void {
  if (!(memory instanceof ArrayBuffer) || memory.byteLength < leastReleased || memory.detached) return;
  // Many buffers share Node's pool of small buffers. Node marks the pool as untransferable, and it must not be freed.
  if (!isMarkedAsUntransferable(memory)) memory.transfer(0);
}

/**
 * Frees the memory of a chunk immediately. The garbage collector would wait until it can free tens of megabytes and then scan the whole
 * heap, which took 3 of the 5 ms that were spent per megabyte. Does nothing if the chunk is only a part of its memory. Use this only for
 * chunks whose memory no other code can reference.
 */
export function releaseChunk({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer.byteLength === byteLength) release(buffer);
}

/** Frees the memory of a stream's chunks in order. */
export interface ChunkRelease {
  /** Called when a chunk has been read. Frees the memory of the previous chunk, unless this chunk is a part of the same memory. */
  passed(chunk: Uint8Array): void;
  /** Called when all chunks have been read. */
  end(): void;
}

/**
 * Creates an object that frees the memory of a stream's chunks. No other code may reference this memory. A socket's chunk is one buffer,
 * which a parser may split into several chunks.
 */
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
