import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { problem } from '@pimento/contract/problem';
import type { preParsingAsyncHookHandler, RequestPayload } from 'fastify';
import { canDecode, contentEncodings, decodeContent, readContentEncoding } from '../../encoding/content-decoder.ts';
import { DecodingError } from '../../encoding/decoding-error.ts';
import { refusalOfDecoding } from '../../encoding/decoding-refusal.ts';
import { PimentoError } from '../../errors.ts';

/**
 * Returns the encoding of a request body, in lower case.
 * @returns null if there is none
 * @throws PimentoError unsupported-encoding
 */
export function requireContentEncoding(header: string | undefined): string | null {
  const encoding = readContentEncoding(header);
  if (encoding !== null && !canDecode(encoding))
    throw new PimentoError(problem('unsupported-encoding', { encoding, accepted: contentEncodings }));
  return encoding;
}

async function* decodedChunks(source: Readable, encoding: string, onBytes: (bytes: number) => void) {
  async function* counted() {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer; // a request is a stream of bytes
      onBytes(bytes.byteLength);
      yield bytes;
    }
  }
  try {
    yield* decodeContent(counted(), encoding);
  } catch (error) {
    throw error instanceof DecodingError ? refusalOfDecoding(error, encoding) : error;
  }
}

/** A decoded body. `receivedEncodedLength` is the number of bytes received so far, which the framework compares with Content-Length. */
type DecodedBody = Readable & { receivedEncodedLength: number };

function decoded(source: Readable, encoding: string): DecodedBody {
  let received = 0;
  const chunks = decodedChunks(source, encoding, (bytes) => {
    received += bytes;
  });
  return Object.defineProperty(Readable.from(chunks, { objectMode: false }), 'receivedEncodedLength', {
    get: () => received,
  }) as DecodedBody; // the property was just defined
}

/**
 * Returns the body of a request, decoded if it has a Content-Encoding. If the decoded stream fails, the rest of the request stays unread.
 * @throws PimentoError unsupported-encoding; the stream fails with malformed-json or body-too-large
 */
export function decodedBody(request: IncomingMessage): Readable {
  const encoding = requireContentEncoding(request.headers['content-encoding']);
  return encoding === null ? request : decoded(request, encoding);
}

/** Decodes the body of an operation before it is parsed. The limit of the body applies to the decoded bytes. */
export const decodeBeforeParsing: preParsingAsyncHookHandler = async (request, reply, payload) => {
  const encoding = requireContentEncoding(request.headers['content-encoding']);
  if (encoding === null) return payload;
  const body: RequestPayload = decoded(payload, encoding);
  // The rest of a rejected body is never read, so the decoder must be closed here.
  reply.raw.once('close', () => body.destroy());
  return body;
};
