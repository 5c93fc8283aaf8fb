import { finished, pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { chunksOf } from '../../platform/index.ts';
import { DownloadError } from './download-error.ts';
import type { WholeFile } from '../content/whole-file.ts';

/** Minimum decoded size and compression ratio of a file that is treated as a decompression bomb. */
const bombBytes = 32 * 1024 ** 2;
const bombRatio = 200;

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

const encodingName = (encoding: string | undefined) => (encoding ?? 'identity').trim().toLowerCase();

/** Checks whether the body has a content encoding, so that it must be decoded to get the file's bytes. */
export function isEncoded(encoding: string | undefined): boolean {
  return !['', 'identity'].includes(encodingName(encoding));
}

function openDecoder(encoding: string | undefined): Transform | undefined {
  if (!isEncoded(encoding)) return undefined;
  const name = encodingName(encoding);
  const open = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (open) return open();
  throw new DownloadError('unsupported-encoding', `The content is encoded as ${name}, which is not understood.`, {
    isFinal: true,
  });
}

const wrongLength = (received: number, expected: number) =>
  new DownloadError('wrong-length', `${received} bytes came where ${expected} were announced.`);

/**
 * Reads a body into memory of the announced size.
 * @throws DownloadError wrong-length; errors of the connection
 */
export async function readWhole(body: Readable, file: WholeFile, expected = 0): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let received = 0;
  body.on('data', (chunk: Buffer) => {
    received += chunk.byteLength;
    if (received <= expected) file.write(chunk);
    else body.destroy(wrongLength(received, expected));
  });
  finished(body, { writable: false }, (error) => (error ? reject(error) : resolve()));
  await promise;
  if (received !== expected) throw wrongLength(received, expected);
}

/**
 * Yields the bytes of a file from a response body, decoded if necessary.
 * @param expected bytes before decoding, if the server announced them
 * @throws DownloadError wrong-length if more or fewer bytes arrive, bomb if decoding expands them beyond the limits
 */
export async function* fileBytes(
  body: Readable,
  encoding: string | undefined,
  expected: number | undefined,
): AsyncGenerator<Uint8Array> {
  let received = 0;
  async function* counted() {
    for await (const chunk of chunksOf(body)) {
      received += chunk.byteLength;
      yield chunk;
    }
    if (expected === undefined || received === expected) return;
    throw wrongLength(received, expected);
  }
  const decoder = openDecoder(encoding);
  if (!decoder) {
    yield* counted();
    return;
  }
  /** Copies each chunk because the decoder reads ahead. */
  async function* copied() {
    for await (const chunk of counted()) yield Buffer.from(chunk);
  }
  let decoded = 0;
  // An error of the source ends the decoder, which ends the loop below.
  pipeline(Readable.from(copied(), { objectMode: false }), decoder, () => undefined);
  // a decoder yields bytes
  const decodedBytes = decoder as AsyncIterable<Uint8Array>;
  for await (const chunk of decodedBytes) {
    decoded += chunk.byteLength;
    if (decoded > bombBytes && decoded > received * bombRatio) {
      throw new DownloadError('bomb', `The content swells from ${received} bytes to more than ${decoded}.`, {
        isFinal: true,
      });
    }
    yield chunk;
  }
}
