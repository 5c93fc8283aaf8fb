import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { createTarFile } from '../../src/tenancy/archive/tar-file-service.ts';
import { readMembers } from './archive-reader.ts';

const at = new Date(0);
const collect = (body: AsyncIterable<Uint8Array>) => buffer(Readable.from(body));

test('members are read as they were added, whatever their size', async () => {
  const tar = createTarFile(at, 60_000);
  const body = collect(tar.body);
  const large = Buffer.alloc(3_000_000, 'large ');
  await tar.add('empty', 0, Readable.from([]));
  await tar.add('folder/large', large.byteLength, Readable.from([large.subarray(0, 1), large.subarray(1)]));
  await tar.end();
  const members = await readMembers(await body);
  assert.deepEqual([...members.keys()], ['empty', 'folder/large']);
  assert.ok(members.get('folder/large')?.equals(large));
});

test('a source that hangs breaks the file off, for the writer and for the reader', async () => {
  const tar = createTarFile(at, 50);
  const body = collect(tar.body);
  const reading = assert.rejects(body, /no progress/);
  await assert.rejects(tar.add('hangs', 10, new Readable({ read: () => undefined })));
  await reading;
});

test('a member that is shorter than announced breaks the file off', async () => {
  const tar = createTarFile(at, 60_000);
  const body = collect(tar.body);
  const reading = assert.rejects(body);
  await assert.rejects(tar.add('short', 10, Readable.from([Buffer.from('four')])));
  tar.fail(new Error('the writer failed'));
  await reading;
});
