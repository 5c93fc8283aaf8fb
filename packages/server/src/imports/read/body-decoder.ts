import { decodeContent, DecodingError, refusalOfDecoding } from '../../platform/core.ts';

/**
 * Yields the decoded bytes of a body. A chunk is valid until the next chunk is requested.
 * @throws PimentoError malformed-json if the compressed data is broken, ends early or is followed by other bytes; body-too-large if the
 * body is a decompression bomb
 */
export async function* decodeBody(
  source: AsyncIterable<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decodeContent(source, encoding);
  } catch (error) {
    throw error instanceof DecodingError ? refusalOfDecoding(error, encoding ?? '') : error;
  }
}
