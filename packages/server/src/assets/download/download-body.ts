import { finished, type Readable } from 'node:stream';
import { canDecode, chunksOf, decodeContent, readContentEncoding } from '../../platform/index.ts';
import { DownloadError } from './download-error.ts';
import type { WholeFile } from '../content/whole-file.ts';

/** Returns true if a body has a content encoding and must be decoded. */
export const isEncoded = (header: string | undefined): boolean => readContentEncoding(header) !== null;

const wrongLength = (received: number, expected: number) =>
  new DownloadError('wrong-length', `Received ${received} bytes instead of the announced ${expected}.`);

/** A file that is received into memory of its announced size. `expected` is that size in bytes. */
export interface AnnouncedFile {
  file: WholeFile;
  expected: number;
}

/**
 * Reads a body into memory of the announced size.
 * @param onBytes called with the size of each chunk
 * @throws DownloadError wrong-length; errors of the HTTP connection
 */
export async function readWhole(
  body: Readable,
  { file, expected }: AnnouncedFile,
  onBytes: (count: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = 0;
  body.on('data', (chunk: Buffer) => {
    received += chunk.byteLength;
    onBytes(chunk.byteLength);
    if (received <= expected) file.write(chunk);
    else body.destroy(wrongLength(received, expected));
  });
  finished(body, { writable: false }, (error) => (error ? reject(error) : resolve()));
  await promise;
  if (received !== expected) throw wrongLength(received, expected);
}

/**
 * Yields the bytes of a file from a response body, decoded if necessary.
 * @param header Content-Encoding
 * @param expected bytes before decoding, if the server announced them
 * @param onBytes called with the size of each chunk before decoding
 * @throws DownloadError wrong-length if more or fewer bytes arrive, unsupported-encoding; DecodingError; errors of the HTTP connection
 */
export async function* fileBytes(
  body: Readable,
  header: string | undefined,
  expected: number | undefined,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const encoding = readContentEncoding(header);
  if (!canDecode(encoding)) {
    throw new DownloadError('unsupported-encoding', `The content encoding ${encoding} is not supported.`, {
      isFinal: true,
    });
  }
  let received = 0;
  async function* counted() {
    for await (const chunk of chunksOf(body)) {
      received += chunk.byteLength;
      onBytes(chunk.byteLength);
      yield chunk;
    }
    if (expected === undefined || received === expected) return;
    throw wrongLength(received, expected);
  }
  yield* decodeContent(counted(), encoding);
}
