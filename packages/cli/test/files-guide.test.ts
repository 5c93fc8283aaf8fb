import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { plainEnvironment, script } from './command-line.ts';
import { startService } from './started-service.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/files.md'), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

test('the commands of the guide about files run as they are, one block after the other', async () => {
  await using service = await startService();
  const folder = join(service.folder, 'guide');
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
    once(shell, 'close') as Promise<[number | null]>, // the documented arguments of the event
  ]);
  assert.deepEqual([code, stderr], [0, ''], stdout);
  assert.equal(blocks.length, 7);
  assert.match(stdout, /"mappedBy":\{"kind":"stored","name":"acme","version":1,"isMatched":true\}/);
  assert.match(stdout, /"status":"Completed"[^\n]*"dryRun":true[^\n]*"unchanged":1/);
  assert.match(stdout, /0 created · 0 updated · 44 unchanged · 0 rejected\n/);
});
