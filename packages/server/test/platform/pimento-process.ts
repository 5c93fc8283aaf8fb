// Child process for tests that kill it. Opens the data folder in its first argument and starts the database. Prints the connection string,
// or the reason if the start was refused, as one line of JSON. Shuts down gracefully on SIGINT.
import { once } from 'node:events';
import { openDataFolder } from '../../src/platform/data-folder.ts';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { StartRefusedError } from '../../src/platform/start-refused.ts';

const interrupted = once(process, 'SIGINT');
const stayAlive = setInterval(() => undefined, 60_000);
try {
  await using folder = await openDataFolder(process.argv[2] ?? '');
  await using postgres = await startEmbeddedPostgres({ dataFolder: folder.path });
  console.log(JSON.stringify({ connectionString: postgres.connectionString }));
  await interrupted;
} catch (error) {
  if (!(error instanceof StartRefusedError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
  process.exitCode = 2;
} finally {
  clearInterval(stayAlive);
}
