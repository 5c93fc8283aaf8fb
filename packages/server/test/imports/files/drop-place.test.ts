import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { type DropPlace, openDropPlace } from '../../../src/platform/index.ts';
import { startS3Server } from '../../assets/s3-server.ts';

async function opened(address: string): Promise<DropPlace> {
  const place = await openDropPlace(address);
  assert.ok(place, address);
  return place;
}

const namesIn = async (place: DropPlace, folder: string[], max = 10) =>
  (await place.list(folder, max)).map(({ name, size }) => `${name} ${size}`).toSorted((a, b) => (a < b ? -1 : 1));

test('files of a bucket below a prefix are listed and read, and no others', async () => {
  await using server = await startS3Server();
  const client = new S3Client({ region: 'eu-central-1', endpoint: server.endpoint, forcePathStyle: true });
  for (const key of ['acme/in/a b.csv', 'acme/in/ü.csv', 'acme/in/below/c.csv', 'acme/index.csv', 'other/in/d.csv'])
    await client.send(new PutObjectCommand({ Bucket: 'files', Key: `some/prefix/${key}`, Body: key }));
  client.destroy();
  await using place = await opened(server.address);
  assert.deepEqual(await namesIn(place, ['acme', 'in']), ['a b.csv 15', 'ü.csv 14']);
  assert.equal(await text(await place.open(['acme', 'in'], 'a b.csv')), 'acme/in/a b.csv');
  assert.deepEqual(await namesIn(place, ['empty', 'in']), []);
  await assert.rejects(place.list(['acme', 'in'], 1), { name: 'DropPlaceError', kind: 'too-many' });
  await assert.rejects(place.open(['acme', 'in'], 'none.csv'), { name: 'DropPlaceError', kind: 'unreadable' });
});

test('files of a folder are listed and read, and links do not lead out of it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pimento-drop-'));
  try {
    await mkdir(join(root, 'inner/acme/in'), { recursive: true });
    await writeFile(join(root, 'secret.csv'), 'x');
    await writeFile(join(root, 'inner/acme/in/a.csv'), 'content');
    await symlink(join(root, 'secret.csv'), join(root, 'inner/acme/in/link.csv'));
    await symlink(root, join(root, 'inner/acme/out'));
    await mkdir(join(root, 'inner/other'));
    await writeFile(join(root, 'inner/other/theirs.csv'), 'x');
    await symlink(join(root, 'inner/other'), join(root, 'inner/acme/neighbour'));
    await symlink(join(root, 'inner'), join(root, 'inner/acme/all'));
    await using place = await opened(pathToFileURL(join(root, 'inner')).href);
    assert.deepEqual(await namesIn(place, ['acme', 'in']), ['a.csv 7']);
    assert.equal(await text(await place.open(['acme', 'in'], 'a.csv')), 'content');
    for (const [folder, name] of [
      ['in', 'link.csv'],
      ['out', 'secret.csv'],
      ['neighbour', 'theirs.csv'],
      ['in', 'none.csv'],
    ] as const)
      await assert.rejects(place.open(['acme', folder], name), { name: 'DropPlaceError', kind: 'unreadable' });
    for (const folder of ['out', 'neighbour', 'all'])
      await assert.rejects(place.list(['acme', folder], 10), { name: 'DropPlaceError' });
    assert.deepEqual(await namesIn(place, ['acme', 'missing']), []);
    await assert.rejects(place.list(['acme', 'in'], 0), { kind: 'too-many' });
    await using inner = await opened(pathToFileURL(join(root, 'inner/acme/in')).href);
    assert.deepEqual(await namesIn(inner, []), ['a.csv 7']);
    await using whole = await opened('file:///');
    assert.deepEqual(await namesIn(whole, join(root, 'inner/acme/in').split('/').slice(1)), ['a.csv 7']);
  } finally {
    await rm(root, { recursive: true });
  }
});
