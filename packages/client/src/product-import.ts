import { type ImportReport, importProducts as importOperation, type Product } from '@pimento/contract';
import { readAnswer } from './answer.ts';
import type { Client } from './client.ts';
import { ndjsonStream } from './ndjson-stream.ts';

export interface ImportOptions {
  /** What a product leaves out is removed from it; default: left alone. */
  replace?: boolean | undefined;
  /** The same report, nothing stored. */
  dryRun?: boolean | undefined;
  /** All or nothing, in one transaction. */
  atomic?: boolean | undefined;
  /** The service keeps the body and answers at once; the outcome is at the job. */
  respondAsync?: boolean | undefined;
  /** A repeat with the same key within 24 hours gets the first answer and imports nothing. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The report, or the reference of the job that goes on by itself (`respondAsync`). */
export type ImportOutcome = ImportReport | { jobRef: string; status: 'Importing' };

/** A body that is ready to be sent: its bytes, and what they are. */
export interface ImportBody {
  content: ReadableStream<Uint8Array>;
  contentType: 'application/json' | 'application/x-ndjson';
  /** `gzip`, `br` or `zstd` where the bytes are compressed. */
  contentEncoding?: string | undefined;
  /** Number of bytes, where it is known: the service then sees at once what is too large, and how far it has come. */
  contentLength?: number | undefined;
}

/**
 * Sends one import body as a stream, once: an import whose connection broke is sent again by the caller, which is harmless.
 * @throws ProblemError, ConnectionError, or what the stream fails with
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
    return (await readAnswer(importOperation, answer, options.signal)) as ImportOutcome; // as the operation declares
  } catch (error) {
    const failure = source.failure();
    throw failure === undefined ? error : failure.error;
  }
}

/**
 * Imports any number of products; memory does not grow with their number. In browsers streaming needs HTTP/2 and a browser that can.
 * @param options gzip compresses what is sent, for slow networks
 * @throws ProblemError, ConnectionError, or what the iteration fails with: then the service has handled a part of the products, and
 *   sending them again is harmless
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

/** fetch reports a body that failed as a broken connection; the first cause is worth more to the caller. */
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
