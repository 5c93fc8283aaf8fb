import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { migrate } from '../packages/server/src/platform/database/migrator.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const template = 'pimento_template';
/**
 * Number of test files that run at the same time: one more than the number of cores, but at most 8. An additional file is useful, because
 * tests also wait for timers, other processes and the database.
 */
export const filesAtOnce = Math.min(availableParallelism(), 7) + 1;

/**
 * Runs test files with the spec reporter, each in its own process.
 * @param connectionString a database on a PostgreSQL server where the tests may create databases; these databases are not dropped here
 * @returns the exit code of the runner
 */
export async function runTests(
  files: readonly string[],
  connectionString: string,
  environment: Record<string, string> = {},
): Promise<number> {
  await makeTemplate(connectionString);
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${filesAtOnce}`,
      `--test-timeout=${process.env['PIMENTO_TEST_TIMEOUT_MS'] ?? 300_000}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${root}/tools/testing/test-reporter.ts`,
      '--test-reporter-destination=stdout',
      ...files,
    ],
    {
      stdio: 'inherit',
      env: {
        // With this cache a process loads the server in 1.1 s instead of 1.8 s.
        NODE_COMPILE_CACHE: `${root}/node_modules/.cache/test-code`,
        ...process.env,
        ...environment,
        PIMENTO_TEST_DATABASE_URL: connectionString,
        PIMENTO_TEST_TEMPLATE: template,
      },
    },
  );
  // Forwards signals to the runner, which stops its tests; this process stays alive to stop the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const exited = await once(child, 'exit');
  const code: unknown = exited[0];
  return typeof code === 'number' ? code : 1;
}

/** Creates an empty database. @returns its connection string */
export async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

async function makeTemplate(connectionString: string): Promise<void> {
  await migrate(await createDatabase(connectionString, template));
}

/** Returns the test files with these paths, and the test files in these folders. */
export function findTestFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) fail(`no such file or folder: ${path}`);
    return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).toSorted() : [path];
  });
}
