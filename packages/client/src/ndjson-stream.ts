/** Small products travel in pieces of this many characters: one write for each product would cost more than the product. */
const pieceLength = 64 * 1024;

/** The values as UTF-8 bytes, one JSON document a line, made as fast as they are read. Cancelling ends the iteration. */
export function ndjsonStream(
  values: Iterable<unknown> | AsyncIterable<unknown>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = Symbol.asyncIterator in values ? values[Symbol.asyncIterator]() : values[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        let piece = '';
        while (piece.length < pieceLength) {
          const next = await iterator.next();
          if (next.done) {
            if (piece !== '') controller.enqueue(encoder.encode(piece));
            controller.close();
            return;
          }
          piece += `${JSON.stringify(next.value)}\n`;
        }
        controller.enqueue(encoder.encode(piece));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
