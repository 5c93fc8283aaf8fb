import type { Database, ClientId } from '../../platform/core.ts';
import { appendBodyChunk, completeBody } from '../jobs/import-body-store.ts';

/** A megabyte a row: large enough that rows cost nothing, small enough that one in memory does not either. */
const chunkBytes = 1 << 20;

/** Stores a body as it arrives, still encoded; after this returns it survives anything. */
export async function storeBody(
  database: Database,
  job: { clientId: ClientId; jobId: string },
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  let chunkNo = 0;
  const write = async () => {
    await appendBodyChunk(database, job, chunkNo++, Buffer.concat(pieces));
    pieces = [];
    size = 0;
  };
  for await (const piece of body) {
    pieces.push(Buffer.from(piece));
    size += piece.byteLength;
    total += piece.byteLength;
    if (size >= chunkBytes) await write();
  }
  if (size > 0) await write();
  await completeBody(database, job, total);
}
