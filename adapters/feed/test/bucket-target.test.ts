import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import S3rver from 's3rver';
import { createBucketTarget } from '../src/targets/bucket-target.ts';
import { batch, configuration, context, newFolder, shaped, startFeed } from './feed-world.ts';

it('writes feeds to a bucket, replaces them as a whole, and removes those of a disconnected client', async (test) => {
  const folder = await newFolder(test);
  const directory = join(folder, 'buckets');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'feeds', configs: [] }],
  });
  // the original responds before the object is stored
  server.store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
    const path = server.store.getResourcePath(bucket, key, 'object');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    await server.store.putMetadata(bucket, key, metadata, 'none');
    return { size: bytes.byteLength, md5: 'none' };
  };
  const { port } = (await server.run()) as AddressInfo; // the server listens on TCP
  test.after(() => server.close());
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const target = createBucketTarget(new URL(`s3://feeds/a/b?endpoint=http://127.0.0.1:${port}`));
  await target.check();
  const { adapter, feeds } = await startFeed(folder, configuration([{ name: 'p', format: 'csv' }]), target);
  const stored = () => readFile(server.store.getResourcePath('feeds', 'a/b/ada/shop/main/p.csv', 'object'), 'utf8');
  await adapter.deliver(batch('s1', [shaped('a', { id: 'a' })]), context);
  assert.equal(await stored(), 'id\r\na\r\n');
  await adapter.deliver(batch('s2', [shaped('b', { id: 'b' })]), context);
  assert.equal(await stored(), 'id\r\na\r\nb\r\n');
  assert.deepEqual(
    [
      await target.has('ada/shop/main/p.csv', 10),
      await target.has('ada/shop/main/p.csv', 11),
      await target.has('x', 0),
    ],
    [true, false, false],
  );
  await adapter.disconnect({ clientId: 'ada', channelId: 'shop', accountIds: ['main'] }, context);
  await assert.rejects(stored(), { code: 'ENOENT' });
  await feeds.close();
});
