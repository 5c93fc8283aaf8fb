import { createHash } from 'node:crypto';
import { type ByteRoom, createChunkRelease } from '../../platform/index.ts';

/** A small file that is received into memory, since one write to the disk costs far less than many. */
export interface WholeFile {
  /** Adds bytes that came from a socket or a parser behind one; their memory is given back. */
  write: (bytes: Uint8Array) => void;
  /** All that have come; good until they are dropped. */
  bytes(): Buffer;
  /** Hex; asked for once, when all have come. */
  sha256(): string;
  /** Nobody needs the bytes any more. */
  drop(): void;
}

/** @param size bytes that come at most. @returns undefined where there is no room in memory: the file is then stored while it arrives */
export function openWholeFile(room: ByteRoom, size: number): WholeFile | undefined {
  const memory = room.take(size);
  if (!memory) return undefined;
  const hash = createHash('sha256');
  const received = createChunkRelease();
  let filled = 0;
  let isDropped = false;
  return {
    write(bytes) {
      // Others may have the memory by now.
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
      room.give(memory);
    },
  };
}
