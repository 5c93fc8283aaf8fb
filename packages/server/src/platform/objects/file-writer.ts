import { createHash } from 'node:crypto';
import { closeSync, fdatasync, open, write } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Written at once: 4 chunks of a socket. One by one the thread pool's round trips cost as much as the writing. */
const gatherBytes = 1 << 18;
/** Kept for the next files; more are given back. */
const mostKept = 16;
/** Of a large file so much is brought to the disk while more arrives, so that the end does not wait for all of it. */
const syncEveryBytes = 1 << 25;

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  // A full disk may take a part; what is left then fails with the reason.
  for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await file.write(rest)).bytesWritten);
}

const files = { open: promisify(open), write: promisify(write), fdatasync: promisify(fdatasync) };

/**
 * Writes a new file and brings it to the disk. Three round trips through the thread pool: each costs as much as writing 100 kB. Closing
 * what the disk has needs none.
 */
export async function writeWholeFile(path: string, bytes: Buffer): Promise<void> {
  const file = await files.open(path, 'wx', 0o600);
  try {
    // A full disk may take a part; what is left then fails with the reason.
    for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await files.write(file, rest)).bytesWritten);
    await files.fdatasync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes streams into files. */
export interface FileWriter {
  /**
   * Writes a stream into a file, brings it to the disk and closes it. A chunk is not needed any more when the next one is asked for.
   * @param opening the file is opened while the first bytes arrive
   */
  write(opening: Promise<FileHandle>, body: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }>;
}

export function createFileWriter(): FileWriter {
  const kept: Buffer[] = [];
  const take = () => kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes);
  const give = (buffer: Buffer) => {
    if (kept.length < mostKept) kept.push(buffer);
  };

  return {
    async write(opening, body) {
      const hash = createHash('sha256');
      let size = 0;
      let filling: Buffer | undefined;
      let filled = 0;
      let unsynced = 0;
      let writing: Promise<void> = Promise.resolve();
      let syncing: Promise<void> = Promise.resolve();

      async function writeOut(buffer: Buffer, length: number): Promise<void> {
        try {
          await writeAll(await opening, buffer.subarray(0, length));
        } finally {
          give(buffer);
        }
      }

      /** Writes while the next bytes arrive, never more than one write behind. */
      async function flush(): Promise<void> {
        await writing;
        if (!filling) return;
        writing = writeOut(filling, filled);
        // A failure is met by the next flush; until then it must not count as unhandled.
        writing.catch(() => undefined);
        unsynced += filled;
        filling = undefined;
        filled = 0;
        if (unsynced < syncEveryBytes) return;
        unsynced = 0;
        await syncing;
        syncing = writing.then(async () => (await opening).datasync());
        syncing.catch(() => undefined);
      }

      async function gather(chunk: Uint8Array): Promise<void> {
        for (let at = 0; at < chunk.byteLength;) {
          filling ??= take();
          const part = chunk.subarray(at, at + gatherBytes - filled);
          filling.set(part, filled);
          filled += part.byteLength;
          at += part.byteLength;
          if (filled === gatherBytes) await flush();
        }
      }

      try {
        for await (const chunk of body) {
          hash.update(chunk);
          size += chunk.byteLength;
          await gather(chunk);
        }
        await flush();
        await writing;
        await syncing;
        await (await opening).datasync();
        return { sha256: hash.digest('hex'), size };
      } finally {
        // Nobody may close the file or reuse a buffer while it is being written.
        await Promise.allSettled([opening, writing, syncing]);
        if (filling) give(filling);
        // What was brought to the disk cannot fail any more; nobody waits for the rest.
        opening.then((file) => file.close()).catch(() => undefined);
      }
    },
  };
}
