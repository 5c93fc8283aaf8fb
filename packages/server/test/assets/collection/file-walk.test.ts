import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { walkNextFolder, type WalkOptions } from '../../../src/assets/file-walk-service.ts';
import { openDatabase, systemClock } from '../../../src/platform/index.ts';
import { createFolderStore } from '../../../src/platform/objects/folder-store.ts';
import { makeTemporaryFolder } from '../../platform/temporary-folder.ts';
import { createTestDatabase } from '../../test-database.ts';

const testDatabase = await createTestDatabase();
const opened = openDatabase({
  connectionString: testDatabase.connectionString,
  max: 2,
  name: 'test',
  onError: () => undefined,
});
after(async () => {
  await opened.close();
  await testDatabase[Symbol.asyncDispose]();
});

const minute = 60_000;
const day = 1_440 * minute;

test('One process at a time walks over the files, another process continues where it stopped, and the next walk is a week later.', async () => {
  await using folder = await makeTemporaryFolder();
  let now = Date.now();
  const clock = { ...systemClock, now: () => new Date(now) };
  await using store = createFolderStore({ path: folder.path, clock });
  const addStray = async (clientId: string) => {
    const path = join(folder.path, 'objects', clientId, 'ab'.repeat(32));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'x');
    await utimes(path, new Date(now - 2 * day), new Date(now - 2 * day));
  };
  for (const clientId of ['c', 'a', 'b']) await addStray(clientId);
  const left = async () =>
    (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;

  const options = { database: opened.kysely, store, clock, log: pino({ level: 'silent' }), graceMs: day };
  const processOf = (owner: string): WalkOptions => ({ ...options, owner, isPinned: () => Promise.resolve(false) });
  const [first, second] = [processOf('first'), processOf('second')];
  const { signal } = new AbortController();
  assert.equal(await walkNextFolder(first, signal), 1);
  assert.equal(await walkNextFolder(second, signal), undefined, 'the first process has the walk');
  assert.equal(await left(), 2);

  now += 11 * minute;
  await addStray('a');
  assert.equal(await walkNextFolder(second, signal), 1, 'the walk was not renewed');
  assert.equal(await walkNextFolder(first, signal), undefined);
  assert.equal(await walkNextFolder(second, signal), 1);
  assert.equal(await walkNextFolder(second, signal), undefined, 'the walk is complete');
  assert.equal(await left(), 1, 'a folder that was completed is not walked again');

  now += 6 * day;
  assert.equal(await walkNextFolder(first, signal), undefined);
  now += 2 * day;
  assert.equal(await walkNextFolder(first, signal), 1);
  assert.equal(await left(), 0);
});
