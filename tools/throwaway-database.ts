import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startEmbeddedPostgres } from '../packages/server/src/platform/postgres/embedded-postgres.ts';

/** Turns durability off, because the data is deleted after the run. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a fast, non-durable PostgreSQL in a separate folder. Disposing of the returned object stops the database and deletes the folder.
 */
export async function startThrowawayDatabase(): Promise<AsyncDisposable & { connectionString: string }> {
  const dataFolder = await mkdtemp(`${tmpdir()}/pimento-database-`);
  const postgres = await startEmbeddedPostgres({ dataFolder, settings });
  return {
    connectionString: postgres.connectionString,
    async [Symbol.asyncDispose]() {
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
