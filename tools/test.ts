// Runs the tests with one temporary PostgreSQL, with `npm test` or `npm test -- packages/server/test/catalog`.
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
await using database = await startThrowawayDatabase();
const groups = files.length > filesAtOnce ? writeGroups(divideTestFiles(files, filesAtOnce)) : files;
process.exitCode = await runTests(groups, database.connectionString, { files });
