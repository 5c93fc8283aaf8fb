import type { Database, ClientId } from '../../platform/core.ts';
import { appendBodyChunk, completeBody } from '../jobs/import-body-store.ts';

/** One megabyte per row: few rows, and reading one row needs little memory. */
const chunkBytes = 1 << 20;

/** Stores a body while it is received, still encoded. When this function returns, the body is durably stored. */
export async function storeBody(
  database: Database,
  job: { clientId: ClientId; jobId: string },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  let chunkNo = 0;
  const write = async () => {
    await appendBodyChunk(database, job, chunkNo++, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk));
    size += chunk.byteLength;
    total += chunk.byteLength;
    if (size >= chunkBytes) await write();
  }
  if (size > 0) await write();
  await completeBody(database, job, total);
}
