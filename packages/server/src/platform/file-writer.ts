import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { releaseChunk } from './chunk-memory.ts';

/** Written at once: 8 chunks of a socket. One by one the thread pool's round trips cost as much as the writing. */
const gatherBytes = 1 << 19;
/** Kept for the next files; more are given back. */
const mostKept = 16;
/** Of a large file so much is brought to the disk while more arrives, so that the end does not wait for all of it. */
const syncEveryBytes = 1 << 25;

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  // A full disk may take a part; what is left then fails with the reason.
  for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await file.write(rest)).bytesWritten);
}

/** Writes streams into files. */
export interface FileWriter {
  /** Writes a stream and brings it to the disk. The chunks are taken over: their memory may be gone afterwards. */
  write(file: FileHandle, body: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }>;
}

export function createFileWriter(): FileWriter {
  const kept: Buffer[] = [];
  const take = () => kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes);

  return {
    async write(file, body) {
      const hash = createHash('sha256');
      let size = 0;
      let filling = take();
      let filled = 0;
      let spare = take();
      let unsynced = 0;
      let writing: Promise<void> = Promise.resolve();
      let syncing: Promise<void> = Promise.resolve();

      /** Writes while the next bytes arrive, never more than one write behind. */
      async function flush(): Promise<void> {
        await writing;
        const bytes = filling.subarray(0, filled);
        [filling, spare, filled] = [spare, filling, 0];
        writing = writeAll(file, bytes);
        // A failure is met by the next flush; until then it must not count as unhandled.
        writing.catch(() => undefined);
        unsynced += bytes.byteLength;
        if (unsynced < syncEveryBytes) return;
        unsynced = 0;
        await syncing;
        syncing = writing.then(() => file.datasync());
        syncing.catch(() => undefined);
      }

      try {
        for await (const chunk of body) {
          hash.update(chunk);
          size += chunk.byteLength;
          for (let at = 0; at < chunk.byteLength;) {
            const part = chunk.subarray(at, at + gatherBytes - filled);
            filling.set(part, filled);
            filled += part.byteLength;
            at += part.byteLength;
            if (filled === gatherBytes) await flush();
          }
          releaseChunk(chunk);
        }
        await flush();
        await writing;
        await syncing;
        await file.datasync();
        return { sha256: hash.digest('hex'), size };
      } finally {
        // Nobody may close the file or reuse a buffer while it is being written.
        await Promise.allSettled([writing, syncing]);
        if (kept.length + 2 <= mostKept) kept.push(filling, spare);
      }
    },
  };
}
