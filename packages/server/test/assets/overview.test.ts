import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assetPath, type AssetServer, startAssetServer } from './asset-server.ts';
import { goodFile, type HostileOrigin, startHostileOrigin } from './hostile-origin.ts';

let server: AssetServer;
let origin: HostileOrigin;
before(async () => {
  server = await startAssetServer();
  origin = await startHostileOrigin();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
});

test('the overview counts the assets of the client by state, and all that failed is downloaded again by one call', async () => {
  let isBroken = true;
  const urls = [0, 1, 2].map((place) =>
    origin.on(`/picture-${place}`, (_request, response) =>
      isBroken && place > 0 ? response.writeHead(404).end() : response.end(goodFile),
    ),
  );
  await server.name('waiting', ...urls);
  await server.service.assetRunner.drain();
  const overview = async () => (await server.acme.call('GET', '/console/assets/overview')).body;
  const counts = { WAITING_FOR_UPLOAD: 1, WAITING_FOR_DOWNLOAD: 0, DOWNLOADING: 0, READY: 1, FAILED: 2 };
  assert.deepEqual(await overview(), { counts, bytes: goodFile.length });
  isBroken = false;
  const { body } = await server.acme.call('POST', '/console/assets/retry-failed');
  assert.deepEqual(body, { retried: 2 });
  await server.service.assetRunner.drain();
  // equal files are stored only once
  assert.deepEqual(await overview(), { counts: { ...counts, READY: 3, FAILED: 0 }, bytes: goodFile.length });
  assert.deepEqual((await server.acme.call('POST', '/console/assets/retry-failed')).body, { retried: 0 });
  const { body: other } = await server.other.call('GET', '/console/assets/overview');
  assert.equal(other.counts.READY, 0);
});

test('only running downloads have the state DOWNLOADING; queued ones are reported as waiting, and can be filtered by it', async () => {
  const slow = await startAssetServer({ concurrency: 8, perHost: 2 });
  const held: (() => void)[] = [];
  const urls = Array.from({ length: 12 }, (_, place) =>
    origin.on(`/held-${place}`, (_request, response) => void held.push(() => response.end(goodFile))),
  );
  await slow.name('held', ...urls);
  const drained = slow.service.assetRunner.drain();
  const counts = async () => (await slow.acme.call('GET', '/console/assets/overview')).body.counts;
  while ((await counts()).DOWNLOADING < 2) await new Promise(setImmediate);
  const { DOWNLOADING, WAITING_FOR_DOWNLOAD } = await counts();
  assert.deepEqual({ DOWNLOADING, WAITING_FOR_DOWNLOAD }, { DOWNLOADING: 2, WAITING_FOR_DOWNLOAD: 10 });
  const found = async (status: string) =>
    (await slow.acme.call('GET', `/api/asset/v1/assets?status=${status}`)).body.assets.length;
  assert.deepEqual([await found('DOWNLOADING'), await found('WAITING_FOR_DOWNLOAD')], [2, 10]);
  const letGo = setInterval(() => held.splice(0).forEach((end) => end()), 5);
  await drained;
  clearInterval(letGo);
  assert.equal((await counts()).READY, 12);
  await slow[Symbol.asyncDispose]();
});

test('the products that refer to an asset are listed in pages, each with the attributes that hold it', async () => {
  await server.acme.define([
    { id: 'docs', name: 'Docs', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    { id: 'file', name: 'file', compositeAttribute: 'docs', type: { id: 'asset', multiValue: false } },
  ]);
  await server.acme.importProducts([
    { __ID: 'u1', __NAME: 'First', picture: 'shared', PRIMARY_ASSET: 'shared' },
    { __ID: 'u2', docs: [{ file: 'shared' }] },
    { __ID: 'u3', picture: 'shared' },
  ]);
  const page = async (query: string) =>
    (await server.acme.call('GET', `${assetPath('shared')}/products?${query}`)).body;
  const first = await page('limit=2');
  assert.deepEqual(
    first.products.map((one: { attributes: string[] }) => ({ ...one, attributes: one.attributes.toSorted() })),
    [
      { productId: 'u1', name: 'First', attributes: ['PRIMARY_ASSET', 'picture'] },
      { productId: 'u2', name: null, attributes: ['docs/file'] },
    ],
  );
  assert.equal(first.hasMore, true);
  const second = await page(`limit=2&startingAfter=${first.next}`);
  assert.deepEqual([second.products.length, second.hasMore, second.next], [1, false, null]);
  assert.equal((await server.acme.call('GET', `${assetPath('nothing')}/products`)).body.code, 'unknown-asset');
  assert.equal((await server.other.call('GET', `${assetPath('shared')}/products`)).status, 404);
});
