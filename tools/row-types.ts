// Writes the row types of a freshly migrated database to the server's platform; with --check it only compares.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { migrate } from '../packages/server/src/platform/database/migrator.ts';
import { fail } from './report.ts';
import { root } from './root.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

const path = 'packages/server/src/platform/database/row-types.ts';
const fresh = await generate();

if (!process.argv.includes('--check')) {
  writeFileSync(`${root}/${path}`, fresh);
  console.log(`wrote ${path}`);
} else if (!existsSync(`${root}/${path}`) || fresh !== readFileSync(`${root}/${path}`, 'utf8')) {
  fail(`${path} is not what the migrations say: run \`node tools/row-types.ts\` and commit the result`);
}

async function generate(): Promise<string> {
  await using database = await startThrowawayDatabase();
  await migrate(database.connectionString);
  const codegen = [
    `${root}/node_modules/kysely-codegen/dist/cli/bin.js`,
    '--dialect=postgres',
    `--url=${database.connectionString}`,
    '--exclude-pattern=(schema_migration*|graphile_worker.*)',
    '--type-mapping={"int8":"number"}', // the platform's driver reads bigint as a number
    '--log-level=error',
    '--print',
  ];
  const printed = execFileSync(process.execPath, codegen, { cwd: root, encoding: 'utf8' });
  const formatter = [`${root}/node_modules/oxfmt/bin/oxfmt`, `--stdin-filepath=${path}`];
  return execFileSync(process.execPath, formatter, { cwd: root, encoding: 'utf8', input: printed });
}
