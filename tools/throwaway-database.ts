import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startEmbeddedPostgres } from '../packages/server/src/platform/postgres/embedded-postgres.ts';

/** The data is deleted after the run, so it does not have to be durable. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A real PostgreSQL in its own folder that is stopped and deleted on dispose; fast because it is not durable. */
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
