// Runs tests on the PostgreSQL servers that Debian's packages have installed, whose versions differ from that of the embedded server. With
// `--pooled`, the tests reach the server through PgBouncer in transaction mode.
import { pgbouncer, startPgBouncer } from '../../packages/server/test/platform/database/pgbouncer.ts';
import { fail } from '../report.ts';
import { findTestFiles, runTests } from '../test-run.ts';
import { findServerPrograms, startSystemPostgres } from './system-postgres.ts';

const asked = process.argv.slice(2).filter((name) => name !== '--pooled');
const isPooled = process.argv.includes('--pooled');
const files = findTestFiles(asked);
const servers = findServerPrograms();
if (servers.length === 0) fail('no PostgreSQL server is installed: apt-get install postgresql');
if (isPooled && pgbouncer === undefined) fail('PgBouncer is not installed: apt-get install pgbouncer');
for (const programs of servers) {
  await using server = await startSystemPostgres(programs);
  await using pooler = isPooled ? await startPgBouncer(server.connectionString, 'transaction') : undefined;
  console.log(`PostgreSQL ${server.version}${isPooled ? ' behind PgBouncer in transaction mode' : ''}`);
  const environment = pooler ? { PIMENTO_TEST_POOLER_URL: pooler.connectionString } : {};
  const code = await runTests(files, server.connectionString, { environment });
  if (code !== 0) process.exitCode = code;
}
