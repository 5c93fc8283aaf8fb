// Runs the tests with `npm test` or `npm test -- packages/server/test/catalog`, on one temporary PostgreSQL or on the server at
// PIMENTO_TEST_SERVER_URL.
import { globSync } from 'node:fs';
import { fail } from './report.ts';
import { root } from './root.ts';
import { filesAtOnce, findTestFiles, runTests } from './test-run.ts';
import { divideTestFiles, writeGroups } from './testing/test-groups.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

const asked = process.argv.slice(2);
const files =
  asked.length > 0
    ? findTestFiles(asked)
    : globSync('{packages,adapters}/*/test/**/*.test.ts', { cwd: root }).toSorted();
if (files.length === 0) fail('no test file there');
const own = process.env['PIMENTO_TEST_SERVER_URL'];
await using database =
  own === undefined
    ? await startThrowawayDatabase()
    : { connectionString: own, [Symbol.asyncDispose]: () => Promise.resolve() };
const groups = files.length > filesAtOnce ? writeGroups(divideTestFiles(files, filesAtOnce, 3)) : files;
process.exitCode = await runTests(groups, database.connectionString, { files });
