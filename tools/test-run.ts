import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '../packages/server/src/platform/database/migrator.ts';
import { fail } from './report.ts';
import { root } from './root.ts';

const template = 'pimento_template';
/**
 * Number of test files that run at the same time. It is one more than the number of cores, but at most 8. An additional file is useful,
 * because tests also wait for timers, other processes and the database.
 */
export const filesAtOnce = Math.min(availableParallelism(), 7) + 1;

const quickResolution = pathToFileURL(`${root}/tools/testing/quick-resolution.mjs`).href;

/** If at most this number of test files fail, they run a second time, one after the other. 0 turns the second run off (decision 0057). */
const secondRunOf = Number(process.env['PIMENTO_TEST_SECOND_RUN'] ?? 0);

interface Run {
  code: number;
  /** Paths of the files with failed tests. */
  failed: string[];
}

/**
 * Runs test files with the spec reporter, each group in its own process. Failed files run a second time if there are at most
 * PIMENTO_TEST_SECOND_RUN of them.
 * @param groups files for the runner: test files, or modules that load several test files
 * @param connectionString a database on a PostgreSQL server where the tests may create databases. These databases are not dropped here
 * @param files all test files, if `groups` are modules
 * @returns the exit code of the last run
 */
export async function runTests(
  groups: readonly string[],
  connectionString: string,
  { environment = {}, files = groups }: { environment?: Record<string, string>; files?: readonly string[] } = {},
): Promise<number> {
  await makeTemplate(connectionString);
  const variables = { ...environment, PIMENTO_TEST_DATABASE_URL: connectionString, PIMENTO_TEST_TEMPLATE: template };
  const first = await runOnce(groups, variables, filesAtOnce);
  const known = new Set(files.map((file) => resolve(root, file)));
  const { failed } = first;
  const isRepeatable = failed.length > 0 && failed.length <= secondRunOf && failed.every((file) => known.has(file));
  if (first.code === 0 || !isRepeatable) return first.code;
  const names = failed.map((file) => relative(root, file)).join(', ');
  console.log(`\nSecond run, one file at a time: ${names}\n`);
  const second = await runOnce(failed, variables, 1);
  if (second.code === 0) console.log(`\nUNSTEADY: ${names} failed beside other tests and passed alone`);
  return second.code;
}

async function runOnce(files: readonly string[], environment: Record<string, string>, atOnce: number): Promise<Run> {
  const folder = mkdtempSync(`${tmpdir()}/pimento-test-run-`);
  const list = `${folder}/failed`;
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-concurrency=${atOnce}`,
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
        NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${JSON.stringify(quickResolution)}`,
        ...environment,
        PIMENTO_TEST_FAILED_LIST: list,
      },
    },
  );
  // Forwards signals to the runner, which stops its tests. This process stays alive to stop the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const exited = await once(child, 'exit');
  const code: unknown = exited[0];
  const failed = existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [];
  rmSync(folder, { recursive: true, force: true });
  return { code: typeof code === 'number' ? code : 1, failed: [...new Set(failed)] };
}

/** Creates an empty database. If an earlier run has left a database of this name, drops it first. @returns the connection string */
export async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

async function makeTemplate(connectionString: string): Promise<void> {
  await migrate(await createDatabase(connectionString, template));
}

/** Returns the given test files, and the test files in the given folders. */
export function findTestFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) fail(`no such file or folder: ${path}`);
    return statSync(path).isDirectory() ? globSync(`${path}/**/*.test.ts`).toSorted() : [path];
  });
}
