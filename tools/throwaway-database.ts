import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { startEmbeddedPostgres } from '../packages/server/src/platform/postgres/embedded-postgres.ts';

/** Turns durability off, because the data is deleted after the run. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Hashes the password of the role once instead of 4,096 times. Tests open thousands of connections, and for each of them both sides repeat
 * the hashing.
 */
async function easePassword(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role pimento password ${pg.escapeLiteral(new URL(connectionString).password)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts a fast, non-durable PostgreSQL in a separate folder. Disposing of the returned object stops the database and deletes the folder.
 */
export async function startThrowawayDatabase(): Promise<AsyncDisposable & { connectionString: string }> {
  const dataFolder = await mkdtemp(`${tmpdir()}/pimento-database-`);
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataFolder, settings });
  opened.defer(() => postgres.stop());
  const { connectionString } = postgres;
  await easePassword(connectionString);
  const ending = opened.move();
  return { connectionString, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}
