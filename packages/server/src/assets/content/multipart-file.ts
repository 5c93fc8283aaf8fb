import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { type BufferPool, decodedBody, PimentoError } from '../../platform/index.ts';
import { openWholeFile, type WholeFile } from './whole-file.ts';

/** The only file of a multipart form, as a stream. */
export interface MultipartFile {
  bytes: Readable;
  /** True if the whole form is in memory. The chunks of `bytes` then stay valid until the form ends, and must not be freed. */
  isInMemory: boolean;
  /** File name that the sender gave. Undefined if the sender gave none. */
  name: string | undefined;
  contentType: string | undefined;
}

const invalid = (kind: 'boundary' | 'several-files' | 'no-file') => new PimentoError(problem('invalid-body', { kind }));

function openForm(request: IncomingMessage): BusboyInstance {
  const header = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(header)) {
    throw new PimentoError(problem('unsupported-content-type', { kind: 'file' }));
  }
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders, // the content-type was checked above
      limits: { fieldSize: 64 * 1024, fields: 100, parts: 200, headerPairs: 100 },
      isPartAFile: (field, _type, name) => field === 'file' || name !== undefined,
    });
  } catch {
    throw invalid('boundary');
  }
}

/** Allocates memory for a form of known size that is not compressed. @returns undefined for any other form, or if no memory is free */
function openWholeForm({ headers }: IncomingMessage, isDecoded: boolean, memory: BufferPool): WholeFile | undefined {
  const length = Number(headers['content-length']);
  return isDecoded || !(length > 0) ? undefined : openWholeFile(memory, length);
}

/**
 * Receives a form into memory and parses it when it is complete, because otherwise each chunk would pass through four streams.
 * @returns a function that stops receiving
 */
function passWhole(request: IncomingMessage, whole: WholeFile, form: BusboyInstance): () => void {
  const onEnd = () => form.end(whole.bytes());
  request.on('data', whole.write);
  request.on('end', onEnd);
  return () => {
    request.off('data', whole.write);
    request.off('end', onEnd);
  };
}

function passStream(body: Readable, form: BusboyInstance): () => void {
  body.pipe(form);
  return () => body.unpipe(form);
}

/**
 * Streams the file of a multipart form to `take`. Other fields are skipped. A small form is first received whole. After an error, the rest
 * of the body is discarded.
 * @param memory the pool for small forms
 * @throws PimentoError unsupported-content-type; unsupported-encoding; invalid-body if the form is malformed or does not contain exactly
 * one file; request-aborted; errors of `take` and of decoding the body; the abort reason of `signal`
 */
export async function takeOneFile<T>(
  request: IncomingMessage,
  take: (file: MultipartFile) => Promise<T>,
  signal: AbortSignal,
  memory: BufferPool,
): Promise<T> {
  const form = openForm(request);
  const body = decodedBody(request);
  const whole = openWholeForm(request, body !== request, memory);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let taking: Promise<T> | undefined;
  let current: Readable | undefined;
  form.on('file', (_field, bytes, name: string | undefined, _encoding, contentType: string | undefined) => {
    // The code that reads the file handles this error. This listener is for a file that is never read. An error event without a listener
    // would end the process.
    bytes.on('error', () => undefined);
    if (taking) {
      bytes.resume();
      reject(invalid('several-files'));
      return;
    }
    current = bytes;
    taking = take({ bytes, isInMemory: whole !== undefined, name, contentType });
    taking.catch(reject);
  });
  form.on('finish', () => {
    if (taking) void taking.then(resolve, reject);
    else reject(invalid('no-file'));
  });
  form.on('error', (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    reject(new PimentoError(problem('invalid-body', { kind: 'form', reason })));
  });
  const stop = finished(request, { writable: false }, (error) => {
    if (error) reject(new PimentoError(problem('request-aborted', { kind: 'file' })));
  });
  // Reports broken content encoding. Without content encoding, `finished` reports all errors.
  if (body !== request) body.on('error', reject);
  const stopPassing = whole ? passWhole(request, whole, form) : passStream(body, form);
  const onAbort = () => {
    reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort);
  try {
    return await promise;
  } finally {
    stop();
    stopPassing();
    if (body !== request) body.destroy();
    signal.removeEventListener('abort', onAbort);
    // Ends the reader of the file, so that the rest of the body can be discarded.
    current?.destroy();
    await taking?.catch(() => undefined);
    whole?.drop();
    request.resume();
  }
}
