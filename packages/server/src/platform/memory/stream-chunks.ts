import { finished, type Readable } from 'node:stream';
import { createChunkRelease } from './chunk-memory.ts';

/**
 * Iterates over the chunks of a stream without joining them. A chunk is valid until the next one is requested. After that, its memory can
 * be freed at any time. Iterating over the stream itself would join waiting chunks into a new chunk, which copies each byte and creates
 * garbage of the same size. Destroys the stream if the iteration ends early.
 * @param stream a socket, or a parser that reads from one; no other code may reference the memory of its chunks
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  const memory = createChunkRelease();
  let next: Uint8Array | undefined;
  let end: { error: Error | null | undefined } | undefined;
  let wake: () => void = () => undefined;
  const take = (chunk: Uint8Array) => {
    next = chunk;
    stream.pause();
    wake();
  };
  const stop = finished(stream, { writable: false }, (error) => {
    end = { error };
    wake();
  });
  stream.on('data', take);
  try {
    for (;;) {
      if (next === undefined && end === undefined) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        stream.resume();
        await promise;
      }
      const chunk: Uint8Array | undefined = next;
      next = undefined;
      if (chunk !== undefined) {
        yield chunk;
        memory.passed(chunk);
      } else if (end?.error) throw end.error;
      else if (end) break;
    }
    memory.end();
  } finally {
    stop();
    stream.off('data', take);
    if (!end) stream.destroy();
  }
}
