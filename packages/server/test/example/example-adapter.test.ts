import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { nextWait, startExampleAdapter } from '../../src/example-adapter.ts';
import { systemClock } from '../../src/platform/index.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { until } from '../tenancy/tenant-world.ts';

const log = pino({ level: 'silent' });

/** Writes a program that appends its environment to the file `starts` at each start, as one line, and then runs `rest`. */
async function writeProgram(folder: string, rest: string): Promise<string> {
  const program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs';
     appendFileSync('starts', JSON.stringify(process.env) + '\\n');
     ${rest}`,
  );
  return program;
}

const feedIn = (folder: string) => ({ folder, filesFolder: folder, file: join(folder, 'products.csv'), secret: 'key' });
const startsIn = async (folder: string) =>
  (await readFile(join(folder, 'starts'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');

test('the wait before the next start doubles up to five minutes, and begins again after a run of a minute', () => {
  assert.equal(nextWait(undefined, 10), 1_000);
  assert.equal(nextWait(1_000, 10), 2_000);
  assert.equal(nextWait(200_000, 10), 300_000);
  assert.equal(nextWait(300_000, 10), 300_000);
  assert.equal(nextWait(300_000, 60_000), 1_000);
});

test('a program that ends is started again, with its own key and no setting of the service', async () => {
  await using folder = await makeTemporaryFolder();
  process.env['PIMENTO_SECRET_KEY'] = 'secret of the service';
  const program = await writeProgram(folder.path, 'process.exit(3);');
  const baseUrl = 'http://127.0.0.1:9';
  await using _adapter = startExampleAdapter({ feed: feedIn(folder.path), baseUrl, clock: systemClock, log, program });
  await until(async () => (await startsIn(folder.path)).length === 2);
  const [first = ''] = await startsIn(folder.path);
  assert.equal(JSON.parse(first).PIMENTO_KEY, 'key');
  assert.ok(!first.includes('secret of the service'));
  delete process.env['PIMENTO_SECRET_KEY'];
});

test('a program that ignores the request to end is killed when the service stops', async () => {
  await using folder = await makeTemporaryFolder();
  const program = await writeProgram(
    folder.path,
    `process.on('SIGTERM', () => appendFileSync('asked', 'once')); setInterval(() => undefined, 1000);`,
  );
  const baseUrl = 'http://127.0.0.1:9';
  const feed = feedIn(folder.path);
  const adapter = startExampleAdapter({ feed, baseUrl, clock: systemClock, log, program, graceMs: 200 });
  await until(async () => (await startsIn(folder.path)).length === 1);
  await adapter[Symbol.asyncDispose]();
  assert.equal((await startsIn(folder.path)).length, 1);
});
