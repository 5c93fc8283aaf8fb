import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type AssetServer, assetPath, startAssetServer } from './asset-server.ts';

let server: AssetServer;
before(async () => {
  server = await startAssetServer({ allowed: [] });
  const { status, text } = await server.acme.define([
    { id: 'gallery', name: 'Gallery', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    { id: 'view', name: 'view', compositeAttribute: 'gallery', type: { id: 'composite', multiValue: true } },
    { id: 'shots', name: 'shots', compositeAttribute: 'view', type: { id: 'asset', multiValue: true } },
    { id: 'label', name: 'label', compositeAttribute: 'view', type: { id: 'string', multiValue: false } },
    { id: 'link', name: 'link', compositeAttribute: null, type: { id: 'string', multiValue: false } },
  ]);
  assert.equal(status, 200, text);
});
after(() => server[Symbol.asyncDispose]());

async function listed(query: string): Promise<{ id: string; status: string; usedBy: number }[]> {
  const { body } = await server.acme.call('GET', `/api/asset/v1/assets?${query}`);
  return body.assets.map(({ id, status, usedBy }: { id: string; status: string; usedBy: number }) => ({
    id,
    status,
    usedBy,
  }));
}

test('an import makes a record for every asset that a product names, at any depth and as PRIMARY_ASSET', async () => {
  const url = 'http://10.0.0.1/a.jpg?size=1&x=%2F';
  const answer = await server.acme.importProducts([
    {
      __ID: 'deep',
      PRIMARY_ASSET: 'main picture',
      link: 'http://10.0.0.1/no-asset.jpg',
      gallery: [{ view: [{ shots: ['one', url], label: 'x' }] }, { view: [{ shots: ['one'] }, { label: 'empty' }] }],
    },
  ]);
  assert.equal(answer.body.created, 1, answer.text);
  const found = await listed('productId=deep');
  assert.deepEqual(
    found.map(({ id }) => id),
    [url, 'main picture', 'one'],
  );
  assert.equal((await server.asset('one')).body.status, 'WAITING_FOR_UPLOAD');
  assert.match((await server.asset(url)).body.status, /WAITING_FOR_DOWNLOAD|DOWNLOADING|FAILED/);
});

test('one asset is shared by all products that name it, and their changes and deletion release it', async () => {
  const products = Array.from({ length: 700 }, (_, place) => ({ __ID: `shared-${place}`, picture: 'shared' }));
  await server.acme.importProducts(products);
  assert.equal((await server.asset('shared')).body.usedBy, 700);
  await server.acme.importProducts([
    { __ID: 'shared-0', picture: null },
    { __ID: 'shared-1', picture: 'shared too' },
    { __ID: 'shared-2', PRIMARY_ASSET: 'shared' },
    { __ID: 'shared-3', link: 'nothing about assets' },
  ]);
  assert.equal((await server.asset('shared')).body.usedBy, 698);
  await server.acme.call('DELETE', '/api/products/v1/products/shared-5');
  assert.equal((await server.asset('shared')).body.usedBy, 697);
  const replaced = await server.acme.importProducts([{ __ID: 'shared-6', link: 'x' }], '?importType=REPLACEMENT');
  assert.equal(replaced.body.updated, 1);
  assert.equal((await server.asset('shared')).body.usedBy, 696);
});

test('an asset in use cannot be deleted, an unused one can', async () => {
  await server.acme.importProducts([{ __ID: 'user', picture: 'used' }]);
  const refused = await server.acme.call('DELETE', assetPath('used'));
  assert.equal(refused.status, 409);
  assert.equal(refused.body.code, 'asset-in-use');
  assert.deepEqual(refused.body.productIds, ['user']);
  await server.acme.importProducts([{ __ID: 'user', picture: '' }]);
  assert.equal((await server.acme.call('DELETE', assetPath('used'))).status, 204);
  assert.equal((await server.asset('used')).body.code, 'unknown-asset');
});

test('a dry run makes no asset', async () => {
  const answer = await server.acme.importProducts([{ __ID: 'dry', picture: 'dry asset' }], '?dryRun=true');
  assert.equal(answer.body.created, 1, answer.text);
  assert.equal((await server.asset('dry asset')).status, 404);
});

test('an asset can be named by anything that a value can be, and each client has its own', async () => {
  const long = `https://10.0.0.1/${'é'.repeat(600)}?q=1`;
  const odd = ['a/b c?d#e', '../../etc/passwd', '%2F', 'ключ', 'sha256:abc', 'ftp://somewhere/x', long];
  await server.name(...odd);
  for (const value of odd.slice(0, -1)) {
    const answer = await server.asset(value);
    assert.equal(answer.status, 200, value);
    assert.equal(answer.body.id, value);
    assert.equal(answer.body.status, 'WAITING_FOR_UPLOAD');
    assert.equal((await server.other.call('GET', assetPath(value))).status, 404);
  }
  assert.match((await listed('text=sha256:')).map(({ id }) => id).join(' '), /sha256:[\da-f]{64}/);
});

test('a value too long to be an id and its digest can be in one product', async () => {
  const long = 'x'.repeat(3_000);
  const digest = `sha256:${createHash('sha256').update(long).digest('hex')}`;
  const answer = await server.acme.importProducts([{ __ID: 'long', picture: long, PRIMARY_ASSET: digest }]);
  assert.equal(answer.body.created, 1, answer.text);
  assert.deepEqual(await listed('productId=long'), [{ id: digest, status: 'WAITING_FOR_UPLOAD', usedBy: 1 }]);
});

test('imports of the same assets at the same time lose nothing, and none of them fails', async () => {
  const names = Array.from({ length: 60 }, (_, place) => `busy-${place}`);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, sender) =>
      server.acme.importProducts(
        names.map((_, place) => ({
          __ID: `busy-${sender}-${place}`,
          picture: names[(place * 7 + sender * 13) % names.length],
        })),
      ),
    ),
  );
  assert.deepEqual(
    answers.map(({ body }) => body.created),
    Array.from({ length: 12 }, () => 60),
  );
  const busy = await listed('text=busy-&limit=100');
  assert.equal(busy.length, 60);
  assert.ok(busy.every(({ usedBy }) => usedBy === 12));
});

test('lists are paged by id and filtered by state, text, product and use', async () => {
  await server.name('page-1', 'page-2', 'page-3');
  const first = await server.acme.call('GET', '/api/asset/v1/assets?text=page-&limit=2');
  assert.deepEqual(
    first.body.assets.map((asset: { id: string }) => asset.id),
    ['page-1', 'page-2'],
  );
  const second = await server.acme.call(
    'GET',
    `/api/asset/v1/assets?text=page-&limit=2&startingAfter=${first.body.next}`,
  );
  assert.deepEqual(
    second.body.assets.map((asset: { id: string }) => asset.id),
    ['page-3'],
  );
  assert.equal(second.body.next, null);
  assert.equal((await listed('status=READY&text=page-')).length, 0);
  assert.equal((await listed('status=WAITING_FOR_UPLOAD&status=READY&text=page-')).length, 3);
  assert.equal((await listed('unused=true&text=page-')).length, 0);
  for (const query of ['status=NEW', 'startingAfter=%21', 'limit=0', 'unused=maybe']) {
    const { status, body } = await server.acme.call('GET', `/api/asset/v1/assets?${query}`);
    assert.equal(status, 400, query);
    assert.equal(body.parameter, query.split('=')[0]);
  }
});
