import { finished, type Readable } from 'node:stream';
import { createChunkRelease } from './chunk-memory.ts';

/**
 * The chunks of a stream one by one, as they came, each good until the next one is asked for: then its memory is given back. Iterating over
 * the stream itself joins those that wait into a new one, which is a copy of each byte and garbage as large. The stream is destroyed when
 * the iteration ends early.
 * @param stream of a socket or a parser behind one: nobody else may hold its memory
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
