import { sql } from 'kysely';
import type { Connection, ClientId, Database } from '../../platform/core.ts';

type JobKey = { clientId: ClientId; jobId: string };

/** Stores one chunk of a body exactly as it arrived. */
export async function appendBodyChunk(
  connection: Database,
  job: JobKey,
  chunkNo: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into import_body (client_id, job_id, chunk_no, bytes)
    values (${job.clientId}, ${job.jobId}, ${chunkNo}, ${bytes})`.execute(connection);
}

/** Marks a body as complete, so that any process can claim the job. */
export async function completeBody(connection: Database, job: JobKey, bytes: number): Promise<void> {
  await sql`
    update import_job
    set body_complete = true, owner = null, bytes_total = ${bytes}, bytes_received = 0, heartbeat_at = now()
    where import_job.client_id = ${job.clientId} and import_job.job_id = ${job.jobId}`.execute(connection);
}

/** Yields the chunks of a stored body in order, with one chunk in memory at a time. */
export async function* readBodyChunks(connection: Connection, job: JobKey): AsyncGenerator<Buffer> {
  for (let chunkNo = 0; ; chunkNo++) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select import_body.bytes
      from import_body
      where import_body.client_id = ${job.clientId} and import_body.job_id = ${job.jobId} and import_body.chunk_no = ${chunkNo}`.execute(
      connection,
    );
    const chunk = rows[0];
    if (!chunk) return;
    yield chunk.bytes;
  }
}
