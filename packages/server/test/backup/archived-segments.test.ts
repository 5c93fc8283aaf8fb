import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { manifestSchema, oldestLogStart } from '../../src/backup/manifest-rules.ts';
import { countMissingSegments, removeSegments } from '../../src/platform/index.ts';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';

test('segments are counted across the end of a file of 4 GB, and a gap is found', async () => {
  await using folder = await makeTemporaryFolder();
  const add = (name: string) => writeFile(join(folder.path, name), '');
  assert.equal(await countMissingSegments(folder.path, '0/FE000028'), 0);
  for (const name of ['0000000100000000000000FD', '0000000100000000000000FE', '000000010000000100000000'])
    await add(`${name}.gz`);
  for (const name of [
    '0000000100000000000000FE.00000028.backup.gz',
    '00000002.history.gz',
    '000000010000000100000001.new',
  ])
    await add(name);
  assert.equal(await countMissingSegments(folder.path, '0/FE000028'), 1);
  await add('0000000100000000000000FF.gz');
  assert.equal(await countMissingSegments(folder.path, '0/FE000028'), 0);

  await rm(join(folder.path, '0000000100000000000000FE.gz'));
  assert.equal(await countMissingSegments(folder.path, '0/FE000028'), 1, 'a backup history file is not a segment');

  assert.equal(await removeSegments(folder.path, '1/28'), 2);
  const kept = await readdir(folder.path);
  assert.deepEqual(kept.toSorted(), [
    '000000010000000100000000.gz',
    '000000010000000100000001.new',
    '00000002.history.gz',
  ]);
});

test('the log is needed from the smallest position of the backups with the same folder, which is not the first text', () => {
  const newest = { folder: 'a', start: '1/28' };
  const others = [
    { folder: 'a', start: '0/10000028' },
    { folder: 'a', start: '0/9000028' },
    { folder: 'b', start: '0/28' },
  ];
  const manifests = [{ log: undefined }, ...[newest, ...others].map((log) => ({ log }))];
  assert.equal(oldestLogStart(manifests, newest), '0/9000028');
});

test('a manifest names a folder of the archive and a position, and nothing else', () => {
  const isGood = (folder: string, start: string) => manifestSchema.shape.log.safeParse({ folder, start }).success;
  assert.ok(isGood('0123456789abcdef', '16/B374D848'));
  for (const folder of ['', '.', '../0123456789abcdef', '0123456789abcdef/..']) assert.ok(!isGood(folder, '0/28'));
  for (const start of ['', '0', '0/', '0/28\n', '0/x']) assert.ok(!isGood('0123456789abcdef', start));
});
