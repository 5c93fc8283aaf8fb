const end = { done: true, value: undefined } as const;

/**
 * Returns the chunks of a response body, or no chunks if there is no body. Locks the body immediately, because the `fetch` of Node cancels a
 * body without a reader when its response is garbage-collected. Reading such a body would end early without an error.
 */
export function answerChunks({ body }: Response): AsyncIterableIterator<Uint8Array> {
  const stream: ReadableStream<Uint8Array> | null = body;
  const reader = stream?.getReader();
  const chunks: AsyncIterableIterator<Uint8Array> = {
    async next() {
      const step = await reader?.read();
      return step === undefined || step.done ? end : { done: false, value: step.value };
    },
    async return() {
      await reader?.cancel().catch(() => undefined); // a body that has failed needs no cancelling
      return end;
    },
    [Symbol.asyncIterator]: () => chunks,
  };
  return chunks;
}
