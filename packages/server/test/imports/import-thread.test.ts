import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createThreadPool } from '../../src/imports/run/thread-pool.ts';
import { createLog } from '../../src/platform/index.ts';

const importsOfThread = [
  'run/import-run',
  'run/durable-body',
  'jobs/import-body-store',
  'run/relayed-body',
  'run/body-spool',
];

/**
 * Script that loads the modules of an import thread, and prints the names of the loaded packages and of the loaded files of the contract.
 */
const program = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? /packages\\/(contract\\/src\\/[^.]+)/.exec(url)?.[1];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
for (const file of process.argv.slice(1)) await import(file);
console.log(JSON.stringify([...loaded]));
`;

test('an import thread loads the database driver and the judging of values, but no web server and no schemas of requests', async () => {
  const files = importsOfThread.map((name) => new URL(`../../src/imports/${name}.ts`, import.meta.url).href);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, ...files]);
  const loaded = JSON.parse(stdout) as string[]; // the script above prints an array of names
  const known =
    /^(kysely|re2js|pg|pg-.*|pgpass|split2|postgres-.*|xtend|contract\/src\/problems\/(problem|problem-codes|problem-sentences|requirement|(?:files\/)?english[a-z-]*|first-bytes)|contract\/src\/text\/[a-z-]+)$/;
  assert.ok(loaded.includes('kysely') && loaded.includes('re2js'), stdout);
  assert.deepEqual(
    loaded.filter((name) => !known.test(name)),
    [],
    'each of these costs every thread its memory: import core.ts of the feature instead of index.ts',
  );
});

const setup = {
  connectionString: 'postgresql://localhost:1/none',
  limits: { bodyBytes: 1, productBytes: 1, atomicProducts: 1 },
  owner: 'pool',
  spoolFolder: tmpdir(),
  isTraced: false,
  version: '0',
};

test('an import thread starts only when all started ones are busy, up to the configured number', async () => {
  await using pool = createThreadPool({ count: 2, setup, log: createLog('silent') });
  const first = pool.leastBusy();
  assert.equal(pool.leastBusy(), first, 'the first thread is idle');
  first.files = 2;
  const second = pool.leastBusy({ maxFiles: 2 });
  assert.notEqual(second, first, 'the first thread may not read another file');
  first.files = 0;
  first.imports = 1;
  assert.equal(pool.leastBusy(), second, 'the second thread is idle');
  second.imports = 2;
  assert.equal(pool.leastBusy(), first, 'no third thread starts');
  pool.startAll();
  assert.equal(pool.leastBusy(), first);
});

test('all threads of a pool can be started before their first task', async () => {
  await using pool = createThreadPool({ count: 2, setup, log: createLog('silent') });
  pool.startAll();
  const first = pool.leastBusy();
  first.imports = 1;
  const second = pool.leastBusy();
  second.imports = 2;
  assert.deepEqual([second === first, pool.leastBusy() === first], [false, true]);
});
