import { exportProducts as exportOperation, type Product, type QueryOf } from '@pimento/contract/wire';
import type { Client } from './client.ts';
import { ConnectionError } from './connection-error.ts';

/** The query of the export operation, with conditions and fields. */
export type ExportFilter = QueryOf<typeof exportOperation>;

/**
 * Iterates over all matching products of one consistent snapshot. Memory use does not depend on the number of products. Breaking out of the
 * loop ends the request. An export that ends without an error is complete.
 * @throws the errors of `open`, or ConnectionError if the stream breaks
 */
export async function* exportProducts(
  client: Client,
  filter: ExportFilter = {},
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Product, void, undefined> {
  const answer = await client.open(exportOperation, { query: filter, signal: options.signal });
  if (!answer.body) return;
  for await (const line of linesOf(answer.body, answer.url, options.signal)) {
    if (line !== '') yield JSON.parse(line) as Product; // the service writes one product per line
  }
}

async function* linesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  url: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = value.split('\n');
      lines[0] = rest + (lines[0] ?? '');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest;
  } catch (error) {
    throw signal?.aborted ? error : new ConnectionError(url, error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
