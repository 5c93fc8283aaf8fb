// Started as a process of its own by tests that kill it: holds the data folder named by the first argument, starts the
// database, says where it is in one line of JSON, and stops in an orderly way on SIGINT.
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
