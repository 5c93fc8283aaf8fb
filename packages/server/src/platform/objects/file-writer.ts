import { createHash, hash } from 'node:crypto';
import { closeSync, fdatasync, open, write } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Bytes per write, which is 4 socket chunks. If each chunk were written separately, the calls to the thread pool would take as long as the
 * writes.
 */
const gatherBytes = 1 << 18;
/** Maximum number of idle buffers that are kept for the next files. Further buffers are freed. */
const maxKept = 16;
/**
 * Large files are synced to disk each time this many bytes have been written, so that the final sync does not have to flush the whole file.
 */
const syncEveryBytes = 1 << 25;

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  // A write can be partial if the disk is full. The next write then reports the error.
  for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await file.write(rest)).bytesWritten);
}

const files = { open: promisify(open), write: promisify(write), fdatasync: promisify(fdatasync) };

/**
 * Writes a new file and syncs it to disk. Takes three round trips through the thread pool, each as expensive as writing 100 kB. The file is
 * closed synchronously to avoid a fourth round trip.
 */
export async function writeWholeFile(path: string, bytes: Buffer): Promise<void> {
  const file = await files.open(path, 'wx', 0o600);
  try {
    // A write can be partial if the disk is full. The next write then reports the error.
    for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await files.write(file, rest)).bytesWritten);
    await files.fdatasync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the SHA-256 of a buffer in hex. Hashing a megabyte takes 0.5 ms on this thread. The thread pool is not used, because copying
 * the bytes to it and erasing the copy took this thread another 0.5 ms.
 */
export const hashWhole = (bytes: Buffer): string => hash('sha256', bytes);

/** Writes streams into files. */
export interface FileWriter {
  /**
   * Writes a stream to a file, syncs it to disk and closes it. A chunk's memory may be reused after the next chunk is requested.
   * @param opening resolves to the open file; the first bytes may arrive before the file is open
   */
  write(opening: Promise<FileHandle>, body: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }>;
}

/** A pool of reusable buffers. */
interface Buffers {
  take: () => Buffer;
  give: (buffer: Buffer) => void;
}

/** Writes the collected bytes of one file while the next bytes arrive, with at most one write in progress. */
interface Gathering {
  add: (chunk: Uint8Array) => Promise<void>;
  /** Writes the remaining bytes and resolves when all are written. */
  end: () => Promise<void>;
  /** Waits for a write in progress, regardless of its result, and returns the buffer to the pool. */
  settle: () => Promise<void>;
}

function createGathering(opening: Promise<FileHandle>, buffers: Buffers): Gathering {
  let filling: Buffer | undefined;
  let filled = 0;
  let unsynced = 0;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();

  async function writeOut(buffer: Buffer, length: number): Promise<void> {
    try {
      await writeAll(await opening, buffer.subarray(0, length));
    } finally {
      buffers.give(buffer);
    }
  }

  async function flush(): Promise<void> {
    await writing;
    if (!filling) return;
    writing = writeOut(filling, filled);
    // This handler prevents an unhandled rejection until the next flush reports the failure.
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

  return {
    async add(chunk) {
      for (let at = 0; at < chunk.byteLength;) {
        filling ??= buffers.take();
        const part = chunk.subarray(at, at + gatherBytes - filled);
        filling.set(part, filled);
        filled += part.byteLength;
        at += part.byteLength;
        if (filled === gatherBytes) await flush();
      }
    },
    async end() {
      await flush();
      await writing;
      await syncing;
    },
    async settle() {
      await Promise.allSettled([opening, writing, syncing]);
      if (filling) buffers.give(filling);
    },
  };
}

export function createFileWriter(): FileWriter {
  const kept: Buffer[] = [];
  const buffers: Buffers = {
    take: () => kept.pop() ?? Buffer.allocUnsafeSlow(gatherBytes),
    give: (buffer) => {
      if (kept.length < maxKept) kept.push(buffer);
    },
  };

  return {
    async write(opening, body) {
      const hash = createHash('sha256');
      const gathering = createGathering(opening, buffers);
      let size = 0;
      try {
        for await (const chunk of body) {
          hash.update(chunk);
          size += chunk.byteLength;
          await gathering.add(chunk);
        }
        await gathering.end();
        await (await opening).datasync();
        return { sha256: hash.digest('hex'), size };
      } finally {
        // While a write is in progress, the file must not be closed and the buffer must not be reused.
        await gathering.settle();
        // not awaited, because synced data cannot be lost if closing fails
        opening.then((file) => file.close()).catch(() => undefined);
      }
    },
  };
}
