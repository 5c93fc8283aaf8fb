import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { test } from 'node:test';
import { createFolderMaker } from '../../../src/platform/objects/folder-maker.ts';
import type { FolderSync } from '../../../src/platform/objects/folder-sync.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** Simulates a disk that syncs folders only after `release` has been called. */
function createSlowDisk() {
  const synced = new Set<string>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const folderSync: FolderSync = {
    async sync(path) {
      await released;
      synced.add(path);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { folderSync, synced, release };
}

test('of several first writes to a folder, none continues before all parents of the folder are synced', async () => {
  await using folder = await makeTemporaryFolder();
  const { folderSync, synced, release } = createSlowDisk();
  const root = join(folder.path, 'files');
  const make = createFolderMaker(root, folderSync);
  const [one, two] = [join(root, 'objects', 'acme'), join(root, 'objects', 'other')];
  const parents = [folder.path, root, join(root, 'objects')];
  const seen: boolean[] = [];
  const makeAndLook = async (path: string) => {
    await make(path);
    seen.push(parents.every((parent) => synced.has(parent)));
  };
  const first = makeAndLook(one);
  while (!(await stat(root).catch(() => undefined))) await nextRound();
  const later = [makeAndLook(one), makeAndLook(two)];
  for (let rounds = 0; rounds < 200; rounds += 1) await nextRound();
  assert.deepEqual(seen, [], 'nothing is synced yet');
  release();
  await Promise.all([first, ...later]);
  assert.deepEqual(seen, [true, true, true]);
  assert.ok((await stat(two)).isDirectory());
});

test('a folder that another process created is synced as well, and checked only once', async () => {
  await using folder = await makeTemporaryFolder();
  const { folderSync, synced, release } = createSlowDisk();
  release();
  const path = join(folder.path, 'objects', 'acme');
  await mkdir(path, { recursive: true });
  const make = createFolderMaker(folder.path, folderSync);
  await make(path);
  assert.deepEqual([...synced].toSorted(), [folder.path, join(folder.path, 'objects')]);
  synced.clear();
  await make(path);
  assert.equal(synced.size, 0);
});

test('a folder whose parent could not be synced is checked again', async () => {
  await using folder = await makeTemporaryFolder();
  const { folderSync, synced, release } = createSlowDisk();
  release();
  let isBroken = true;
  const breaking: FolderSync = {
    ...folderSync,
    sync: (path) => (isBroken ? Promise.reject(new Error('the disk is broken')) : folderSync.sync(path)),
  };
  const make = createFolderMaker(folder.path, breaking);
  const path = join(folder.path, 'objects', 'acme');
  await assert.rejects(make(path), { message: 'the disk is broken' });
  isBroken = false;
  await make(path);
  assert.deepEqual([...synced].toSorted(), [folder.path, join(folder.path, 'objects')]);
});
