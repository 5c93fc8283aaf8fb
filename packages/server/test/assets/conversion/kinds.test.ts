import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AssetServer, startAssetServer } from '../asset-server.ts';
import { goodFile, type HostileOrigin, startHostileOrigin } from '../hostile-origin.ts';

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

const own = (attribute: string, rest = '') => `/console/attributes/${encodeURIComponent(attribute)}/conversion${rest}`;
const preview = async (attribute: string) => (await server.acme.call('GET', own(attribute))).body;
const post = (attribute: string, rest: string, body: unknown = {}) =>
  server.acme.call('POST', own(attribute, rest), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const texts = (id: string, multiValue = true) =>
  server.acme.define([{ id, name: id, compositeAttribute: null, type: { id: 'string', multiValue } }]);

const values = {
  urls: ['http://img.example/a.jpg', ' HTTP://img.example/b.jpg\n', 'https://img.example/High_Street,_London.jpg'],
  lists: [
    'http://img.example/1.jpg, http://img.example/2.jpg',
    'http://img.example/1.jpg|http://img.example/2.jpg',
    'http://img.example/1.jpg;http://img.example/2.jpg',
    'http://img.example/1.jpg http://img.example/2.jpg',
    'http://img.example/1.jpg\nhttp://img.example/2.jpg',
    'front.jpg, back.jpg',
  ],
  brokenUrls: [
    '//img.example/a.jpg',
    'www.img.example/a.jpg',
    'img.example/a.jpg',
    'http:/img.example/a.jpg',
    'https//img.example/a.jpg',
    'http://img.example/a\u0007b.jpg',
  ],
  paths: [
    '/media/a.jpg',
    'C:\\images\\a.jpg',
    '\\\\server\\share\\a.jpg',
    '../a.jpg',
    'file:///a.jpg',
    'images\\a.jpg',
  ],
  placeholders: ['N/A', 'n/a', '-', '--', 'none', 'k. A.', 'no image', '?', ' '],
  others: ['data:image/png;base64,AAAA', 'ftp://img.example/a.jpg', 'A sentence without a file', 'x'.repeat(256)],
  ids: [
    'High_Street,_London.jpg',
    'front-1',
    'front view.jpg',
    'photo.jpg/large',
    '4006381333931',
    'a/b:c',
    'nadia.jpg',
  ],
};

test('the preview distinguishes each kind of value', async () => {
  for (const [kind, sent] of Object.entries(values)) {
    const attribute = `kind-${kind}`;
    await texts(attribute);
    await server.acme.importProducts([{ __ID: attribute, [attribute]: sent }]);
    const seen = await preview(attribute);
    for (const other of Object.keys(values)) {
      const found = seen[other];
      assert.deepEqual(
        [other, found.values, found.samples.toSorted()],
        other === kind ? [kind, sent.length, sent.map((text) => text.slice(0, 200)).toSorted()] : [other, 0, []],
      );
    }
    assert.equal(seen.values, sent.length);
  }
});

test('the samples of a kind are spread over all its values', async () => {
  await texts('spread');
  const ids = Array.from({ length: 1_000 }, (_, index) => `photo-${String(index).padStart(4, '0')}`);
  await server.acme.importProducts([{ __ID: 'spread', spread: ids }]);
  const { samples, distinct } = (await preview('spread')).ids;
  assert.equal(distinct, 1_000);
  assert.equal(samples.length, 12);
  assert.equal(samples[0], 'photo-0000');
  assert.ok(samples[6] > 'photo-0400' && samples[11] > 'photo-0900', samples.join(' '));
});

test('the preview counts empty texts, which the conversion refuses', async () => {
  await texts('holes');
  await server.acme.importProducts([{ __ID: 'holes-1', holes: ['a.jpg', '', 'b.jpg'] }]);
  const seen = await preview('holes');
  assert.deepEqual([seen.refused.values, seen.ids.values, seen.values], [1, 2, 3]);
  const answer = await post('holes', '', { type: 'asset' });
  assert.deepEqual([answer.status, answer.body.code], [409, 'values-do-not-fit']);
});

test('lists are split into several values, with history, and each address becomes an asset of its own', async () => {
  const one = origin.on('/split-1', (_request, response) => response.end(goodFile));
  const two = origin.on('/split-2', (_request, response) => response.end(goodFile));
  await texts('gallery', false);
  await server.acme.importProducts([
    { __ID: 'g-list', gallery: `${one}, ${two}` },
    { __ID: 'g-one', gallery: one },
    { __ID: 'g-none', other: 'x' },
    ...Array.from({ length: 600 }, (_, index) => ({ __ID: `g-${index}`, gallery: `${one};a${index}.jpg|${two}` })),
  ]);
  const started = await post('gallery', '/split');
  assert.equal(started.status, 202, started.text);
  assert.equal(started.body.split.status, 'Splitting');
  await server.service.assetRunner.drain();
  assert.deepEqual((await server.acme.product('g-list')).gallery, [one, two]);
  assert.deepEqual((await server.acme.product('g-one')).gallery, [one]);
  const { body } = await server.acme.call('GET', own('gallery', '/progress'));
  assert.deepEqual([body.split.status, body.split.products], ['Completed', 602]);
  const { body: history } = await server.acme.call('GET', '/api/products/v1/products/g-list/history');
  assert.deepEqual(history.entries[0].changes[0].new, [one, two]);
  await post('gallery', '', { type: 'asset' });
  await server.service.assetRunner.drain();
  const { body: found } = await server.acme.call('GET', '/api/asset/v1/assets?productId=g-list');
  assert.deepEqual(found.assets.map(({ id, status }: { id: string; status: string }) => [id, status]).toSorted(), [
    [one, 'READY'],
    [two, 'READY'],
  ]);
});

test('lists in an asset attribute and inside a composite are split too, and what is no list stays', async () => {
  const one = origin.on('/deep-1', (_request, response) => response.end(goodFile));
  const two = origin.on('/deep-2', (_request, response) => response.end(goodFile));
  await server.acme.define([
    { id: 'views', name: 'Views', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    { id: 'file', name: 'file', compositeAttribute: 'views', type: { id: 'asset', multiValue: false } },
    { id: 'note', name: 'note', compositeAttribute: 'views', type: { id: 'string', multiValue: false } },
  ]);
  const rows = [{ note: 'a.jpg, b.jpg', file: `${one} | ${two}` }, { note: 'x' }];
  await server.acme.importProducts([{ __ID: 'deep', views: rows }]);
  await server.service.assetRunner.drain();
  assert.equal(origin.visits.get('/deep-1') ?? 0, 0, 'the host is not asked for a list');
  const { body: before } = await server.acme.call('GET', '/api/asset/v1/assets?productId=deep');
  assert.deepEqual([before.assets[0].status, before.assets[0].statusCode], ['FAILED', 'several-urls']);
  assert.equal((await post('views/file', '/split')).status, 202);
  await server.service.assetRunner.drain();
  assert.deepEqual((await server.acme.product('deep')).views, [
    { note: 'a.jpg, b.jpg', file: [one, two] },
    { note: 'x' },
  ]);
  const { body: found } = await server.acme.call('GET', '/api/asset/v1/assets?productId=deep');
  assert.deepEqual(found.assets.map(({ id }: { id: string }) => id).toSorted(), [one, two].toSorted());
});

test('a list with a part that the definition refuses stays, and a composite cannot be split', async () => {
  await server.acme.define([
    {
      id: 'short',
      name: 'short',
      compositeAttribute: null,
      type: { id: 'string', multiValue: true },
      restriction: { parameters: { minLength: 8 } },
    },
    { id: 'group', name: 'group', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
  ]);
  await server.acme.importProducts([{ __ID: 'short', short: ['first.jpg, b.jpg', 'first.jpg, second.jpg'] }]);
  await post('short', '/split');
  await server.service.assetRunner.drain();
  assert.deepEqual((await server.acme.product('short')).short, ['first.jpg, b.jpg', 'first.jpg', 'second.jpg']);
  assert.equal((await post('group', '/split')).body.code, 'not-possible-now');
  assert.equal((await server.other.call('POST', own('short', '/split'))).body.code, 'unknown-attribute');
});

test('an import during a split loses nothing', async () => {
  await texts('raced');
  const list = (round: number, index: number) => [`a${round}.jpg, b${index}.jpg`];
  const products = (round: number) =>
    Array.from({ length: 900 }, (_, index) => ({ __ID: `raced-${index}`, raced: list(round, index) }));
  await server.acme.importProducts(products(0));
  const [started, imported] = await Promise.all([
    post('raced', '/split'),
    server.acme.importProducts(products(1)),
    server.service.assetRunner.drain(),
  ]);
  assert.deepEqual([started.status, imported.status], [202, 200]);
  await post('raced', '/split');
  await server.service.assetRunner.drain();
  for (const index of [0, 500, 899])
    assert.deepEqual((await server.acme.product(`raced-${index}`)).raced, ['a1.jpg', `b${index}.jpg`]);
});
