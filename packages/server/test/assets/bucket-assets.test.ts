import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { assetPath, startAssetServer } from './asset-server.ts';
import { goodFile, startHostileOrigin } from './hostile-origin.ts';
import { startS3Server } from './s3-server.ts';

test('with a bucket as the store everything works as with a folder', async () => {
  await using bucket = await startS3Server();
  await using origin = await startHostileOrigin();
  await using server = await startAssetServer({ address: bucket.address });
  const bytes = new Uint8Array([1, 2, 3, ...randomBytes(7_000_000)]);
  const url = origin.on('/a.png', (_request, response) => response.end(goodFile));
  const endless = origin.on('/endless', (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(100_000, 1)));
    };
    response.on('drain', more).writeHead(200);
    more();
  });
  await server.name('big', 'over', url, endless);
  const uploaded = await server.upload('big', [{ bytes, name: 'big.bin' }]);
  assert.equal(uploaded.body.sha256, createHash('sha256').update(bytes).digest('hex'), uploaded.text);
  assert.equal((await server.upload('over', [{ bytes: new Uint8Array(8_000_001), name: 'x' }])).status, 413);
  await server.service.assetRunner.drain();
  assert.equal((await server.asset(url)).body.status, 'READY');
  assert.equal((await server.asset(endless)).body.statusCode, 'too-large');
  const get = (id: string, rest: string, headers: Record<string, string> = {}) =>
    fetch(server.service.baseUrl + assetPath(id, rest), { headers: { authorization: server.acme.secret, ...headers } });
  const whole = Buffer.from(await (await get('big', '/content')).arrayBuffer());
  assert.ok(whole.equals(bytes));
  const part = await get('big', '/content', { range: 'bytes=-100' });
  assert.equal(part.status, 206);
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.slice(-100)));
  assert.equal((await get(url, '/thumbnail?size=small')).headers.get('content-type'), 'image/webp');
  await server.upload('big', [{ bytes: goodFile, name: 'small.png' }]);
  const collected = await server.service.assetRunner.collect();
  assert.equal(collected.contents, 1);
  assert.equal((await get('big', '/content')).status, 200);
});

test('a bucket that is not there is said to be the store, to callers as well as in what becomes of downloads', async () => {
  await using origin = await startHostileOrigin();
  await using server = await startAssetServer({
    address: 's3://files?endpoint=http://127.0.0.1:1&region=eu-central-1',
  });
  const url = origin.on('/a.png', (_request, response) => response.end(goodFile));
  await server.name('mine', url);
  const answer = await server.upload('mine', [{ bytes: goodFile, name: 'a.png' }]);
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'], answer.text);
  assert.match(answer.body.detail, /file store/);
  await server.service.assetRunner.drain();
  const { statusCode, statusInfo } = (await server.asset(url)).body;
  assert.deepEqual([statusCode, statusInfo], ['not-stored', 'The file was downloaded but could not be stored.']);
});
