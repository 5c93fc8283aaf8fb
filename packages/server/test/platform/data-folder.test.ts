import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDataFolder } from '../../src/platform/data-folder.ts';
import { StartRefusedError } from '../../src/platform/start-refused.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const opener = `
  import { openDataFolder } from ${JSON.stringify(import.meta.resolve('../../src/platform/data-folder.ts'))};
  try { await openDataFolder(process.argv[1]); console.log('opened'); } catch (error) { console.log(error.message); }
  if (process.argv[2] === 'die') process.kill(process.pid, 'SIGKILL');
`;

function openElsewhere(path: string, ending = 'leave'): string {
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', opener, path, ending], {
    encoding: 'utf8',
  });
  return run.stdout.trim();
}

test('A missing data folder is created for its owner alone, with every folder above it', async () => {
  await using place = await makeTemporaryFolder();
  const path = join(place.path, 'a', 'b');
  await using folder = await openDataFolder(path);
  assert.equal(folder.path, path);
  assert.equal((await stat(path)).mode & 0o777, 0o700);
});

test('A data folder is identified by its real path, so that two paths to it are the same folder', async () => {
  await using place = await makeTemporaryFolder();
  await mkdir(join(place.path, 'real'));
  await symlink('real', join(place.path, 'name'));
  await using folder = await openDataFolder(join(place.path, 'name'));
  assert.equal(folder.path, join(place.path, 'real'));
  await assert.rejects(openDataFolder(join(place.path, 'real')), StartRefusedError);
});

test('A data folder that is in use is refused in one sentence that names the process, and is free again afterwards', async () => {
  await using place = await makeTemporaryFolder();
  {
    await using folder = await openDataFolder(place.path);
    const expected = `Another Pimento (process ${process.pid}) is using the data folder ${folder.path}; stop it or choose another folder.`;
    assert.equal(openElsewhere(folder.path), expected);
    await assert.rejects(openDataFolder(folder.path), { name: 'StartRefusedError', message: expected });
  }
  assert.equal(openElsewhere(place.path), 'opened');
});

test('A process that is killed leaves no lock and no other trace than the two lock files', async () => {
  await using place = await makeTemporaryFolder();
  assert.equal(openElsewhere(place.path, 'die'), 'opened');
  await using folder = await openDataFolder(place.path);
  assert.deepEqual((await readdir(folder.path)).toSorted(), ['lock', 'lock-holder']);
});

test('A data folder that is a file, or is below a file, is refused in one sentence', async () => {
  await using place = await makeTemporaryFolder();
  const file = join(place.path, 'file');
  await writeFile(file, '');
  await assert.rejects(openDataFolder(file), { name: 'StartRefusedError', message: /^The data folder .* a file\.$/ });
  await assert.rejects(openDataFolder(join(file, 'x')), {
    name: 'StartRefusedError',
    message: /^The data folder .* a file\.$/,
  });
});

test('A data folder that cannot be written is refused in one sentence', async (t) => {
  await using place = await makeTemporaryFolder();
  if (process.geteuid?.() === 0) {
    // Root can write everywhere except in /proc.
    await assert.rejects(openDataFolder('/proc/pimento'), {
      name: 'StartRefusedError',
      message: /cannot be created \(\w+\)/,
    });
    t.skip('root may write into every folder');
    return;
  }
  await chmod(place.path, 0o500);
  await assert.rejects(openDataFolder(place.path), {
    name: 'StartRefusedError',
    message: /cannot be written \(EACCES\)/,
  });
  await chmod(place.path, 0o700);
});
