import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack } from 'tar-stream';

/** Level 3 compresses JSON nearly as well as the default level 6, at twice its speed. */
const gzipLevel = 3;

/** A .tar.gz file that is written member by member while its bytes are read from `body`. */
export interface TarFile {
  body: AsyncIterable<Uint8Array>;
  add(name: string, size: number, bytes: Readable): Promise<void>;
  /** Completes the file. Resolves when all bytes are compressed. `body` must be read until then. */
  end(): Promise<void>;
  /** Aborts the file. `body`, `add` and `end` then reject. */
  fail: (error: Error) => void;
}

/** Calls `onStall` if no chunk passes for `stallMs`, because either the source or the reader hangs. */
async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  stallMs: number,
  onStall: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const timer = setTimeout(onStall, stallMs);
  try {
    for await (const chunk of chunks) {
      timer.refresh();
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @param at modification time of all members @param stallMs the file is aborted if nothing is written or read for this time */
export function createTarFile(at: Date, stallMs: number): TarFile {
  const pack = createPack();
  const gzip = createGzip({ level: gzipLevel });
  const piping = pipeline(pack, gzip);
  // The rejection is handled here, because the reader of `body` gets the same error.
  piping.catch(() => undefined);
  const fail = (error: Error) => {
    pack.destroy(error);
    gzip.destroy(error);
  };
  return {
    body: watched(gzip, stallMs, () => fail(new Error('the archive made no progress'))),
    async add(name, size, bytes) {
      await pipeline(bytes, pack.entry({ name, size, mtime: at, mode: 0o644 }));
    },
    async end() {
      pack.finalize();
      await piping;
    },
    fail,
  };
}
