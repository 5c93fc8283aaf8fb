import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { problem } from '@pimento/contract/problem';
import { errorCode, PimentoError } from '../../platform/core.ts';

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export const acceptedEncodings = ['gzip', 'deflate', 'br', 'zstd'];

/** Checks whether a body with this Content-Encoding (lower case; null for none) can be decoded. */
export function canDecode(encoding: string | null): boolean {
  return encoding === null || encoding === 'identity' || Object.hasOwn(decoders, encoding);
}

/**
 * Yields the decoded bytes of a body. Back-pressure keeps at most a few chunks in memory, regardless of the compression ratio. A chunk is
 * valid until the next chunk is requested.
 * @throws PimentoError malformed-json if the compression is broken or ends early
 */
export async function* decodeBody(
  source: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  const create = encoding === null ? undefined : decoders[encoding];
  if (!create) {
    yield* source;
    return;
  }
  let upstream: { error: unknown } | undefined;
  const watched = async function* () {
    try {
      // Copies the chunk, because the decoder reads ahead and a source chunk is valid only until the next chunk is requested.
      for await (const piece of source) yield Buffer.from(piece);
    } catch (error) {
      upstream = { error };
      throw error;
    }
  };
  const decoder = create();
  const input = Readable.from(watched(), { objectMode: false, highWaterMark: 1 << 16 });
  input.on('error', (error) => decoder.destroy(error));
  input.pipe(decoder);
  try {
    yield* decoder as AsyncIterable<Buffer>; // a zlib stream gives buffers
  } catch (error) {
    if (upstream) throw upstream.error;
    const code = errorCode(error) ?? '';
    if (!/^(Z_|ERR_BROTLI|ERR__ERROR|ZSTD|ERR_ZSTD)/.test(code)) throw error;
    const reason = error instanceof Error ? error.message : code;
    throw new PimentoError(problem('malformed-json', { kind: 'encoding', encoding: encoding ?? '', reason }));
  } finally {
    input.destroy();
    decoder.destroy();
  }
}
