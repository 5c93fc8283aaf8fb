import { Readable } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib';
import { errorCode } from '../errors.ts';
import { brokenContent, DecodingError } from './decoding-error.ts';
import { isExpansion } from './expansion-rules.ts';
import { zstdFrames } from './zstd-frames.ts';

type Decoder = BrotliDecompress | Gunzip | Inflate | ZstdDecompress;

const decoders: Record<string, () => Decoder> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** The supported encodings, as shown in messages and headers. The alias `x-gzip` is left out. */
export const contentEncodings = ['gzip', 'deflate', 'br', 'zstd'];

/** Returns the encoding named by a Content-Encoding header, in lower case. @returns null if the content is not encoded */
export function readContentEncoding(header: string | undefined): string | null {
  const encoding = header?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? null : encoding;
}

/** Returns true if content with this encoding (from `readContentEncoding`) can be decoded. */
export const canDecode = (encoding: string | null): boolean => encoding === null || Object.hasOwn(decoders, encoding);

/** The number of encoded bytes received so far. */
interface Received {
  bytes: number;
}

/** Yields copies of the chunks, because the decoder reads ahead and a chunk is valid only until the next chunk is requested. */
async function* countedCopies(source: AsyncIterable<Uint8Array>, received: Received): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    received.bytes += chunk.byteLength;
    yield Buffer.from(chunk);
  }
}

/** Converts an error of zlib to a `DecodingError`. Returns other errors unchanged. */
function asDecodingError(error: unknown): unknown {
  if (!/^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING|ERR_ZLIB|ERR_ZSTD|ZSTD_)/.test(errorCode(error) ?? '')) return error;
  return brokenContent(error instanceof Error ? error.message : String(error));
}

async function* runDecoder(
  decoder: Decoder,
  input: AsyncIterable<Uint8Array>,
  received: Received,
): AsyncGenerator<Uint8Array> {
  let fed = 0;
  let inputError: { error: unknown } | undefined;
  async function* watched() {
    try {
      for await (const part of input) {
        fed += part.byteLength;
        yield part;
      }
    } catch (error) {
      inputError = { error };
      throw error;
    }
  }
  // Object mode keeps the parts separate, which zstd requires.
  const feed = Readable.from(watched());
  feed.on('error', (error) => decoder.destroy(error));
  feed.pipe(decoder);
  let decodedBytes = 0;
  try {
    // a decoder yields bytes
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      decodedBytes += chunk.byteLength;
      if (isExpansion(received.bytes, decodedBytes))
        throw new DecodingError({ kind: 'expansion', bytes: received.bytes, decodedBytes });
      yield chunk;
    }
  } catch (error) {
    throw inputError ? inputError.error : asDecodingError(error);
  } finally {
    feed.destroy();
    decoder.destroy();
  }
  // A decoder ends its output without an error at the end of the compressed data, even if it has received further bytes.
  if (decoder.bytesWritten !== fed) throw brokenContent('other bytes follow the end of the compressed data');
}

/**
 * Yields the decoded bytes of content. If the content has several members (gzip) or frames (zstd), decodes all of them. Back-pressure keeps
 * at most a few chunks in memory, regardless of the compression ratio. A chunk is valid until the next chunk is requested.
 * @param encoding from `readContentEncoding`; must be decodable
 * @throws DecodingError if the content is broken, ends early, is followed by other bytes, or is a decompression bomb; errors of `source`
 */
export async function* decodeContent(
  source: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  const create = encoding === null ? undefined : decoders[encoding];
  if (!create) {
    yield* source;
    return;
  }
  const received: Received = { bytes: 0 };
  const copies = countedCopies(source, received);
  yield* runDecoder(create(), encoding === 'zstd' ? zstdFrames(copies) : copies, received);
}
