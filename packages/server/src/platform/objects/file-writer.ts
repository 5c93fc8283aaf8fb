import { createHash } from 'node:crypto';
import { closeSync, fdatasync, open, write } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Bytes of one write: 4 chunks of a socket. One by one, the round trips through the thread pool cost as much as the writing. */
const gatherBytes = 1 << 18;
/** Buffers that are kept for the next files; more are freed. */
const maxKept = 16;
/** A large file is brought to the disk in steps of this size while more arrives, so that the end does not wait for all of it. */
const syncEveryBytes = 1 << 25;

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  // A full disk may accept a part; the rest then fails with the reason.
  for (let rest = bytes; rest.byteLength > 0;) rest = rest.subarray((await file.write(rest)).bytesWritten);
}

const files = { open: promisify(open), write: promisify(write), fdatasync: promisify(fdatasync) };

/**
 * Writes a new file and brings it to the disk. Three round trips through the thread pool, each costs as much as writing 100 kB; the file
 * is closed without one.
 */
export async function writeWholeFile(path: string, bytes: Buffer): Promise<void> {
  const file = await files.open(path, 'wx', 0o600);
  try {
    // A full disk may accept a part; the rest then fails with the reason.
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

/** Buffers that are used again. */
interface Buffers {
  take: () => Buffer;
  give: (buffer: Buffer) => void;
}

/** Writes the gathered bytes of one file while the next ones arrive, never more than one write behind. */
interface Gathering {
  add: (chunk: Uint8Array) => Promise<void>;
  /** Resolves when everything is written. */
  end: () => Promise<void>;
  /** Waits until nothing is being written, whatever the result, and gives the buffer back. */
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
    // the next flush sees a failure; until then it must not count as unhandled
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
        // the file must not be closed, nor a buffer used again, while it is being written
        await gathering.settle();
        // what was brought to the disk cannot fail any more, so nothing waits for this
        opening.then((file) => file.close()).catch(() => undefined);
      }
    },
  };
}
