import { type ImportReport, importProducts as importOperation, type Product } from '@pimento/contract/wire';
import { readAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { ndjsonStream } from './ndjson-stream.ts';

export interface ImportOptions {
  /** If true, removes stored values that the sent product does not contain. By default, they are kept. */
  replace?: boolean | undefined;
  /** If true, returns the report without storing anything. */
  dryRun?: boolean | undefined;
  /** If true, imports in one transaction, so that nothing is stored after a failure. Rejected products are still skipped. */
  atomic?: boolean | undefined;
  /** If true, the service stores the body and responds immediately. The job has the result. */
  respondAsync?: boolean | undefined;
  /** Idempotency key. Repeating an import with the same key within 24 hours returns the first response and imports nothing. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The import report, or a reference to the background job if `respondAsync` is set. */
export type ImportOutcome = ImportReport | { jobRef: string; status: 'Importing' };

export interface ImportBody {
  content: ReadableStream<Uint8Array>;
  contentType: 'application/json' | 'application/x-ndjson';
  /** Compression of the bytes: `gzip`, `br` or `zstd`, or undefined if they are not compressed. */
  contentEncoding?: string | undefined;
  /** Number of bytes, if known. The service can then reject an oversized body early and report progress. */
  contentLength?: number | undefined;
}

/**
 * Sends one import body as a stream, without retries. After a broken connection, the caller may safely send the body again.
 * @throws the errors of `call`, or the error of the stream
 */
export async function sendImport(
  client: Client,
  body: ImportBody,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const { content, contentType, contentEncoding, contentLength } = body;
  const source = watchFailure(content);
  try {
    const answer = await client.open(importOperation, {
      params: { feedId: 'master' },
      query: {
        importType: options.replace ? 'REPLACEMENT' : 'IMPORTER',
        dryRun: options.dryRun,
        atomic: options.atomic,
      },
      headers: {
        ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
        ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
        ...(options.respondAsync ? { prefer: 'respond-async' } : {}),
        ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
      },
      signal: options.signal,
      raw: { content: source.stream, contentType },
    });
    return (await readAnswer(importOperation, answer, options.signal)) as ImportOutcome; // the operation declares this type
  } catch (error) {
    const failure = source.failure();
    throw failure === undefined ? error : failure.error;
  }
}

/**
 * Imports any number of products. Memory use does not depend on the number of products. In browsers, streaming needs HTTP/2 and support for
 * request streams.
 * @param options `gzip` compresses the body, which helps on slow networks
 * @throws the errors of `call`, or the error of the iteration. After an iteration error, the service may have stored some of the products.
 * Sending all products again is safe
 */
export function importProducts(
  client: Client,
  products: Iterable<Product> | AsyncIterable<Product>,
  options: ImportOptions & { gzip?: boolean | undefined } = {},
): Promise<ImportOutcome> {
  const lines = ndjsonStream(products);
  const gzip = options.gzip ?? false;
  const content = gzip ? lines.pipeThrough(new CompressionStream('gzip')) : lines;
  return sendImport(
    client,
    { content, contentType: 'application/x-ndjson', contentEncoding: gzip ? 'gzip' : undefined },
    options,
  );
}

/** Wraps a body stream and records its error, because `fetch` only reports a broken connection. */
function watchFailure(content: ReadableStream<Uint8Array>): {
  stream: ReadableStream<Uint8Array>;
  failure: () => { error: unknown } | undefined;
} {
  const reader = content.getReader();
  let failure: { error: unknown } | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure = { error };
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { stream, failure: () => failure };
}
