import { createChunkRelease } from '../platform/index.ts';

/** More than this waits for the reader: who writes is asked to pause. */
const mostWaiting = 1 << 18;

/** Hands bytes from one who writes them as they come to one who reads them when it can. */
export interface ByteChannel {
  /** The memory belongs to the channel from now on. */
  write: (bytes: Uint8Array) => void;
  end: () => void;
  /** The reader is told after what has come before. */
  fail: (error: Error) => void;
  /** To be read once; each chunk is good until the next one is asked for. */
  bytes: AsyncIterable<Uint8Array>;
}

/** @param source paused while much waits to be read */
export function createByteChannel(source: { pause(): unknown; resume(): unknown }): ByteChannel {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let isPaused = false;
  let end: { error: Error | undefined } | undefined;
  let wake: () => void = () => undefined;

  async function* read() {
    const memory = createChunkRelease();
    for (;;) {
      const chunk = waiting.shift();
      if (chunk) {
        waitingBytes -= chunk.byteLength;
        if (isPaused && waitingBytes < mostWaiting) {
          isPaused = false;
          source.resume();
        }
        yield chunk;
        memory.passed(chunk);
      } else if (end) {
        memory.end();
        if (end.error) throw end.error;
        return;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    }
  }

  return {
    write(bytes) {
      waiting.push(bytes);
      waitingBytes += bytes.byteLength;
      if (waitingBytes >= mostWaiting && !isPaused) {
        isPaused = true;
        source.pause();
      }
      wake();
    },
    end() {
      end ??= { error: undefined };
      wake();
    },
    fail(error) {
      end ??= { error };
      wake();
    },
    bytes: read(),
  };
}
