import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run as runPlain } from './command-line.ts';
import type { StartedService } from './started-service.ts';
import { startTestedService } from './tested-service.ts';

let service: StartedService;
before(async () => {
  service = await startTestedService();
});
after(() => service[Symbol.asyncDispose]());

const run = (commandLine: string[]) => runPlain([...commandLine, '--data', service.data]);

test('a client is archived into a file, deleted after its id was repeated, and leaves a certificate', async () => {
  assert.equal((await run(['clients', 'create', 'brief'])).code, 0);
  const path = join(service.folder, 'brief.tar.gz');
  const archived = await run(['clients', 'archive', 'brief', '--out', path, '--json']);
  assert.equal(archived.code, 0, archived.stderr);
  const bytes = await readFile(path);
  assert.equal(createHash('sha256').update(bytes).digest('hex'), archived.json.sha256);
  assert.equal((await stat(path)).mode & 0o777, 0o600);

  assert.match((await run(['clients', 'delete', 'brief'])).stderr, /--confirm/);
  assert.match((await run(['clients', 'delete', 'brief', '--confirm', 'breif'])).stderr, /Nothing was deleted/);
  assert.equal((await run(['clients', 'deletion', 'brief'])).code, 2);
  const deleted = await run(['clients', 'delete', 'brief', '--confirm', 'brief', '--wait']);
  assert.equal(deleted.code, 0, deleted.stderr);
  assert.match(deleted.stdout, /Deletion of brief: Completed/);
  assert.match(deleted.stdout, /0 rows and 0 files left/);
  assert.equal((await run(['clients', 'deletion', 'brief', '--json'])).json.status, 'Completed');
  assert.doesNotMatch((await run(['clients', 'list'])).stdout, /brief/);
});
