import { createHash } from 'node:crypto';
import { type BufferPool, createChunkRelease } from '../../platform/index.ts';

/** A small file that is received into memory, since one write to the disk costs far less than many. */
export interface WholeFile {
  /** Adds bytes from a socket or a parser behind one, and frees their memory. */
  write: (bytes: Uint8Array) => void;
  /** The bytes so far; valid until they are dropped. */
  bytes(): Buffer;
  /** Hex; called once, when all bytes have arrived. */
  sha256(): string;
  /** Gives the memory back. */
  drop(): void;
}

/** @param size bytes at most. @returns undefined if there is no memory for it: the file is then stored while it arrives */
export function openWholeFile(pool: BufferPool, size: number): WholeFile | undefined {
  const memory = pool.take(size);
  if (!memory) return undefined;
  const hash = createHash('sha256');
  const received = createChunkRelease();
  let filled = 0;
  let isDropped = false;
  return {
    write(bytes) {
      // Another file may use the memory by now.
      if (isDropped) return;
      memory.set(bytes, filled);
      hash.update(bytes);
      filled += bytes.byteLength;
      received.passed(bytes);
    },
    bytes: () => memory.subarray(0, filled),
    sha256: () => hash.digest('hex'),
    drop() {
      if (isDropped) return;
      isDropped = true;
      received.end();
      pool.give(memory);
    },
  };
}
