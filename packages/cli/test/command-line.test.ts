import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { progressLine } from '../src/output/progress-bar.ts';
import { formatTable } from '../src/output/table.ts';
import { run, script } from './command-line.ts';

/** Node.js options that make the process report an old version. */
const oldNode = ['--import', `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.19.0'}})`];

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'pimento-bin-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test('every group of commands has a help text, with examples', async () => {
  const withExamples = [
    [],
    ['start'],
    ['import'],
    ['export'],
    ['definitions', 'put'],
    ['attributes', 'convert'],
    ['products', 'list'],
    ['jobs'],
    ['keys', 'create'],
    ['db'],
  ];
  const helps = await Promise.all(withExamples.map((command) => run([...command, '--help'])));
  for (const help of helps) {
    assert.equal(help.code, 0);
    assert.match(help.stdout, /Examples:\n {2}\$ /);
    assert.match(help.stdout, /--json/);
  }
});

test('--version prints only the version', async () => {
  assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('an unknown command exits with 2 and suggests a similar one', async () => {
  const ran = await run(['prodcts']);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /Did you mean products/);
});

test('a number that is too large is refused with the largest allowed one', async () => {
  const limited = await run(['products', 'list', '--limit', '1000000000']);
  assert.match(limited.stderr, /must be a whole number from 1 to 999999999\./);
  const kept = await run(['backup', '/backup', '--keep', '100000']);
  assert.match(kept.stderr, /must be a whole number from 1 to 99999\./);
});

test('without a service on this machine a command prints what to do', async () => {
  const client = await run(['products', 'list', '--data', '/nonexistent']);
  assert.equal(client.code, 2);
  assert.match(client.stderr, /no \/nonexistent\/first-run\.json: run "pimento start" once, or name .* --url .* --key/);
  assert.match((await run(['keys', 'list', '--data', '/nonexistent'])).stderr, /operator-key\.json/);
  const asJson = await run(['db', 'status', '--data', '/nonexistent', '--json']);
  assert.equal((JSON.parse(asJson.stderr) as { code: string }).code, 'UsageError');
});

test('with an old Node the command prints in one sentence what to do', async () => {
  await using folder = await temporaryFolder();
  const copy = join(folder.path, 'pimento.mjs');
  await copyFile(script, copy);
  const ran = await run(['start'], { node: oldNode, script: copy });
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /^Pimento needs Node 24 or later and this is .*npm ci.*\n$/);
});

test('with an old Node the command runs itself with the installed Node', async () => {
  await using folder = await temporaryFolder();
  const programs = join(folder.path, 'node_modules', '.bin');
  const copy = join(folder.path, 'packages', 'cli', 'bin', 'pimento.mjs');
  await mkdir(programs, { recursive: true });
  await mkdir(join(copy, '..'), { recursive: true });
  await copyFile(script, copy);
  await writeFile(join(programs, 'node'), '#!/bin/sh\necho "ran $1 $2 $4 $5"\nexit 7\n');
  await chmod(join(programs, 'node'), 0o755);
  const ran = await run(['jobs', 'list'], { node: oldNode, script: copy });
  assert.deepEqual([ran.code, ran.stdout], [7, 'ran --max-semi-space-size=4 --v8-pool-size=2 jobs list\n']);
});

test('the progress line shows share and rate', () => {
  assert.equal(
    progressLine('a', 500_000, 1_000_000, 1000),
    'a  [############............] 50 %  500.0 kB of 1.0 MB  500.0 kB/s',
  );
  assert.equal(progressLine('a', 1500, undefined, 1000), 'a  1.5 kB  1.5 kB/s');
  assert.equal(progressLine('a', 10, 10, 1), 'a  all 10 B sent, waiting for the service');
});

test('a table is aligned, contains no control characters, and is truncated to the width of the terminal', () => {
  assert.equal(
    formatTable(
      ['id', 'name'],
      [
        ['ü', 'x'],
        ['long', '\u001b[31mred\n'],
      ],
    ),
    'ID    NAME\nü     x\nlong   [31mred',
  );
  assert.equal(formatTable(['id'], [['abcdef']], 4), 'ID\nabc…');
});
