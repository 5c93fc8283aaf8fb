/** Minimum length of a chunk in characters. A separate write for each small product would cost more than encoding the product. */
const chunkLength = 64 * 1024;

/** Encodes values as UTF-8 NDJSON while the stream is read. Cancelling the stream ends the iteration over the values. */
export function ndjsonStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        let chunk = '';
        while (chunk.length < chunkLength) {
          const next = await iterator.next();
          if (next.done) {
            if (chunk !== '') controller.enqueue(encoder.encode(chunk));
            controller.close();
            return;
          }
          chunk += `${JSON.stringify(next.value)}\n`;
        }
        controller.enqueue(encoder.encode(chunk));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
