import { problem } from '@pimento/contract/problem';
import { type Database, PimentoError } from '../../platform/core.ts';
import { appendBodyChunk, completeBody } from '../jobs/import-body-store.ts';
import type { ImportLimits, ImportRequest } from '../judge/import-types.ts';
import { decodeBody } from '../read/body-decoder.ts';
import { limitBody } from '../read/body-limit.ts';
import { type BodyContent, readContent } from '../read/content-hash.ts';

/**
 * A body is stored in rows of at least this many bytes, except the last row. This keeps the number of rows small, and reading one row needs
 * little memory.
 */
const chunkBytes = 1 << 20;

type Job = Pick<ImportRequest, 'clientId' | 'jobId' | 'encoding' | 'hashesContent'>;

/** Stores the chunks of a body, still encoded, and yields each of them. Adds the sizes of the chunks to `stored.bytes`. */
async function* storeChunks(
  database: Database,
  job: Job,
  body: AsyncIterable<Uint8Array>,
  stored: { bytes: number },
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let chunkNo = 0;
  const write = async () => {
    await appendBodyChunk(database, job, chunkNo++, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk));
    size += chunk.byteLength;
    stored.bytes += chunk.byteLength;
    if (size >= chunkBytes) await write();
    yield chunk;
  }
  if (size > 0) await write();
}

/**
 * Stores a body while it is received. When the returned promise resolves, the body is durably stored.
 * @returns the content of the decoded body; undefined if it is not to be hashed
 * @throws PimentoError body-too-large; if the body is hashed, all errors of `decodeBody`
 */
export async function storeBody(
  database: Database,
  job: Job,
  body: AsyncIterable<Uint8Array>,
  { bodyBytes }: Pick<ImportLimits, 'bodyBytes'>,
): Promise<BodyContent | undefined> {
  const stored = { bytes: 0 };
  const chunks = storeChunks(database, job, limitBody(body, bodyBytes), stored);
  // a decoder either fails or reads all chunks, including chunks after the end of the compressed data
  const content = job.hashesContent ? await readContent(decodeBody(chunks, job.encoding), bodyBytes) : undefined;
  // incomplete content means that the rest of the body was not read
  if (content && !content.isComplete)
    throw new PimentoError(problem('body-too-large', { kind: 'decoded', maxBytes: bodyBytes }));
  if (!content) for await (const _chunk of chunks);
  await completeBody(database, job, stored.bytes);
  return content;
}
