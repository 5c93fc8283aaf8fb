import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { plainEnvironment, script } from './command-line.ts';
import { type StartedService, startService } from './started-service.ts';

let service: StartedService;
before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());

/** Returns the contents of all ```sh blocks of a guide. */
function readBlocks(name: string): string[] {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides', name), 'utf8');
  return [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
}

/** Runs blocks in one shell, in a new folder beside the data folder. */
async function runBlocks(name: string, blocks: string[]) {
  const folder = join(service.folder, name);
  await mkdir(folder);
  const firstRun = readFileSync(join(service.data, 'first-run.json'), 'utf8');
  const secret = /"secret": ?"([^"]+)"/.exec(firstRun)?.[1] ?? '';
  const program = `pimento() { "${process.execPath}" "${script}" --data "${service.data}" "$@"; }`;
  const shell = spawn('bash', ['-c', ['set -euo pipefail', program, ...blocks].join('\n')], {
    cwd: folder,
    env: plainEnvironment({ PIMENTO_URL: service.baseUrl, PIMENTO_KEY: secret }),
  });
  const [stdout, stderr, [code]] = await Promise.all([
    readText(shell.stdout),
    readText(shell.stderr),
    once(shell, 'close') as Promise<[number | null]>, // Node.js documents these arguments of the event
  ]);
  return { stdout, stderr, code };
}

test('the commands of the guide about files run as they are, one block after the other', async () => {
  const blocks = readBlocks('files.md');
  const { code, stdout, stderr } = await runBlocks('files', blocks);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  assert.equal(blocks.length, 8);
  assert.match(stdout, /"mappedBy":\{"kind":"stored","name":"acme","version":1,"isMatched":true\}/);
  assert.match(stdout, /"status":"Completed"[^\n]*"dryRun":true[^\n]*"unchanged":1/);
  assert.match(stdout, /0 created · 0 updated · 44 unchanged · 0 rejected\n/);
});

test('the commands of the guide about backups run as they are, and doctor examines the service', async () => {
  const blocks = readBlocks('backup.md');
  assert.equal(blocks.length, 4);
  // `pimento doctor` exits with 1, because first-run.json still exists
  const { code, stdout, stderr } = await runBlocks('backup', [...blocks, 'pimento doctor || test $? = 1']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Backup \S+ is complete, after [\d.]+ s\.\n/);
  assert.match(stdout, /is complete, after [\d.]+ s, encrypted\.\n/);
  assert.match(stdout, /can be restored: \d+ rows in \d+ tables, and all files that they refer to\.\n/);
  assert.match(stdout, /is restored into restored\. It has \d+ rows/);
  assert.match(stdout, /copy secret\.key to restored\/secret\.key \(mode 0600\)/);
  assert.match(stdout, /WARNING {2}secrets +\S+first-run\.json still has the first password/);
});
