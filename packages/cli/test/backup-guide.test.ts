import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { test } from 'node:test';
import { plainEnvironment, script } from './command-line.ts';
import { startService } from './started-service.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/backup.md'), 'utf8');
const blocks = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);

test('the commands of the guide about backups run as they are, one block after the other', async () => {
  await using service = await startService({ PIMENTO_EXAMPLE: 'empty' });
  const folder = join(service.folder, 'guide');
  await mkdir(folder);
  const program = `pimento() { "${process.execPath}" "${script}" --data "${service.data}" "$@"; }`;
  // exits with 1, because the file of the first start is there
  const doctor = 'pimento doctor || test $? = 1';
  const shell = spawn('bash', ['-c', ['set -euo pipefail', program, ...blocks, doctor].join('\n')], {
    cwd: folder,
    env: plainEnvironment(),
  });
  const [stdout, stderr, [code]] = await Promise.all([
    readText(shell.stdout),
    readText(shell.stderr),
    once(shell, 'close') as Promise<[number | null]>, // the documented arguments of the event
  ]);
  assert.equal(code, 0, stderr);
  assert.equal(blocks.length, 4);
  assert.match(stdout, /^Backup \S+ is complete, after [\d.]+ s\.\n/);
  assert.match(stdout, /is complete, after [\d.]+ s, encrypted\.\n/);
  assert.match(stdout, /can be restored: \d+ rows in \d+ tables, and all files that they refer to\.\n/);
  assert.match(stdout, /is restored into restored\. It has \d+ rows/);
  assert.match(stdout, /copy secret\.key to restored\/secret\.key \(mode 0600\)/);
  assert.match(stdout, /WARNING {2}secrets +\S+first-run\.json still has the first password/);
  assert.equal((await stat(join(folder, 'restored'))).mode & 0o777, 0o700);
});
