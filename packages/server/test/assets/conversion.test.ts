import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AssetServer, startAssetServer } from './asset-server.ts';
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

const at = (attribute: string, client = 'acme') =>
  `/console/clients/${client}/attributes/${encodeURIComponent(attribute)}/conversion`;
const preview = (attribute: string) => server.operator.call('GET', at(attribute));
const convert = (attribute: string, type: string) =>
  server.operator.call('POST', at(attribute), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type }),
  });

async function ids(query: string): Promise<string[]> {
  const { body } = await server.acme.call('GET', `/api/asset/v1/assets?limit=1000&${query}`);
  return body.assets.map(({ id }: { id: string }) => id);
}

test('a conversion first reports what is stored, then converts the stored values, and imports use the new type at once', async () => {
  const url = (place: number) => origin.on(`/p${place % 40}`, (_request, response) => response.end(goodFile));
  const products = Array.from({ length: 1_300 }, (_, place) => ({
    __ID: `p${place}`,
    photo: place % 10 === 9 ? `id-${place}` : place === 0 ? 'two\nlines' : url(place),
  }));
  await server.acme.importProducts(products);
  const { body: before } = await preview('photo');
  assert.equal(before.type, 'string');
  assert.equal(before.values, 1_300);
  assert.equal(before.products, 1_300);
  assert.deepEqual([before.urls.values, before.urls.distinct], [1_169, 36]);
  assert.deepEqual([before.ids.values, before.others.values], [130, 1]);
  assert.deepEqual(before.others.samples, ['two\nlines']);
  assert.equal(before.job, null);
  const started = await convert('photo', 'asset');
  assert.equal(started.status, 202, started.text);
  assert.equal(started.body.type, 'asset');
  await server.service.assetRunner.drain();
  const { body: done } = await preview('photo');
  assert.equal(done.job.status, 'Completed');
  assert.equal(done.job.products, 1_300);
  const { body: progress } = await server.operator.call('GET', `${at('photo')}/progress`);
  assert.deepEqual(progress.job, done.job);
  assert.deepEqual(progress.assets, {
    waitingForUpload: 131,
    waitingForDownload: 0,
    downloading: 0,
    retrying: 0,
    ready: 36,
    failed: 0,
  });
  assert.deepEqual(progress.failures, []);
  assert.equal((await ids('status=READY')).length, 36);
  assert.equal((await ids('status=WAITING_FOR_UPLOAD')).length, 131);
  assert.ok([...origin.visits.values()].every((visits) => visits === 1));
  await server.acme.importProducts([{ __ID: 'new', photo: 'later' }]);
  assert.deepEqual(await ids('productId=new'), ['later']);
  assert.equal((await server.acme.product('p1')).photo, products[1]?.photo);
});

test('a conversion does with each value what it has reported about the value', async () => {
  const good = origin.on('/told', (_request, response) => response.end(goodFile));
  const urls = [good, `  ${good}`, `\u00a0${good}?nbsp`, `\ufeff\u2003${good}?blanks`, good.replace('http', 'HTTP')];
  const named = ['front-1', 'front view.jpg', 'IMG 001 (2).JPEG', 'a/b:c', '日本', '4006381333931'];
  const broken = ['https:/one-slash', 'www.example.com/x'];
  const doubtful = [
    'Hand-picked olives in brine',
    'see http://example.com',
    'first line\nsecond',
    ' padded ',
    'no\u00a0break',
    'With a full stop at its end.',
    'ftp://files.example.com/x.jpg',
    'x'.repeat(256),
    'long '.repeat(400),
  ];
  await server.acme.define([
    { id: 'told', name: 'told', compositeAttribute: null, type: { id: 'string', multiValue: true } },
  ]);
  await server.acme.importProducts([{ __ID: 'told', told: [...urls, ...named, ...broken, ...doubtful, good] }]);
  const { body: said } = await preview('told');
  assert.deepEqual([said.urls.values, said.urls.distinct], [urls.length + 1, urls.length]);
  assert.deepEqual(
    [said.ids.distinct, said.brokenUrls.distinct, said.others.distinct],
    [named.length, broken.length, doubtful.length],
  );
  await convert('told', 'asset');
  await server.service.assetRunner.drain();
  const { body: progress } = await server.operator.call('GET', `${at('told')}/progress`);
  const { waitingForUpload, ...downloads } = progress.assets;
  assert.equal(waitingForUpload, said.ids.distinct + said.brokenUrls.distinct + said.others.distinct);
  assert.equal(
    Object.values<number>(downloads).reduce((sum, count) => sum + count),
    said.urls.distinct,
  );
});

test('back to string releases everything that was referred to through the attribute', async () => {
  await server.acme.importProducts([
    { __ID: 'both', back: 'kept', PRIMARY_ASSET: 'kept' },
    { __ID: 'only', back: 'released' },
  ]);
  await convert('back', 'asset');
  await server.service.assetRunner.drain();
  assert.deepEqual(await ids('productId=only'), ['released']);
  const answer = await convert('back', 'string');
  assert.equal(answer.body.type, 'string');
  // an import changes one of the products during the conversion
  await server.acme.importProducts([{ __ID: 'only', back: null }]);
  await server.service.assetRunner.drain();
  assert.deepEqual(await ids('productId=only'), []);
  assert.deepEqual(await ids('productId=both'), ['kept']);
});

test('attributes inside composites and with several values are converted like any other', async () => {
  await server.acme.define([
    { id: 'docs', name: 'Docs', compositeAttribute: null, type: { id: 'composite', multiValue: true } },
    { id: 'file', name: 'file', compositeAttribute: 'docs', type: { id: 'string', multiValue: true } },
  ]);
  await server.acme.importProducts([{ __ID: 'deep', docs: [{ file: ['d1', 'd2'] }, { file: ['d2'] }] }]);
  assert.deepEqual((await preview('docs/file')).body.ids.values, 3);
  assert.equal((await convert('docs/file', 'asset')).status, 202);
  await server.service.assetRunner.drain();
  assert.deepEqual(await ids('productId=deep'), ['d1', 'd2']);
  const composite = await convert('docs', 'asset');
  assert.equal(composite.body.code, 'not-possible-now');
});

test('a definition that is sent with the type asset is the same conversion', async () => {
  await server.acme.importProducts([{ __ID: 'sent', leaflet: 'leaflet.pdf' }]);
  await server.acme.define([
    { id: 'leaflet', name: 'leaflet', compositeAttribute: null, type: { id: 'asset', multiValue: false } },
  ]);
  await server.service.assetRunner.drain();
  assert.deepEqual(await ids('productId=sent'), ['leaflet.pdf']);
});

test('imports and a conversion at the same time lose no reference', async () => {
  const products = (round: number) =>
    Array.from({ length: 900 }, (_, place) => ({ __ID: `race-${place}`, race: `asset-${(place + round) % 50}` }));
  await server.acme.importProducts(products(0));
  const [converted, ...imported] = await Promise.all([
    convert('race', 'asset'),
    server.acme.importProducts(products(1)),
    server.acme.importProducts(products(2)),
    server.service.assetRunner.drain(),
  ]);
  assert.equal(converted.status, 202);
  assert.equal(imported[0]?.status, 200);
  await server.service.assetRunner.drain();
  for (const place of [0, 17, 450, 899]) {
    const { race } = await server.acme.product(`race-${place}`);
    assert.deepEqual(await ids(`productId=race-${place}`), [race]);
  }
});

test('an editor of the client converts too, and sees the progress of conversion and downloads, and no values are counted for it', async () => {
  const own = (rest = '') => `/console/attributes/manual${rest}`;
  const good = origin.on('/manual', (_request, response) => response.end(goodFile));
  const gone = origin.on('/gone', (_request, response) => response.writeHead(404).end());
  await server.acme.importProducts([
    { __ID: 'm1', manual: good },
    { __ID: 'm2', manual: good },
    { __ID: 'm3', manual: gone },
    { __ID: 'm4', manual: 'manual.pdf' },
  ]);
  const { body: before } = await server.acme.call('GET', own('/conversion'));
  assert.deepEqual([before.urls.values, before.urls.distinct, before.ids.values], [3, 2, 1]);
  const none = await server.acme.call('GET', own('/conversion/progress'));
  assert.equal(none.body.job, null);
  const started = await server.acme.call('POST', own('/conversion'), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'asset' }),
  });
  assert.equal(started.status, 202, started.text);
  await server.service.assetRunner.drain();
  const { body } = await server.acme.call('GET', own('/conversion/progress'));
  assert.equal(body.job.status, 'Completed');
  assert.deepEqual(body.assets, {
    waitingForUpload: 1,
    waitingForDownload: 0,
    downloading: 0,
    retrying: 0,
    ready: 1,
    failed: 1,
  });
  assert.equal((await server.other.call('GET', own('/conversion'))).body.code, 'unknown-attribute');
});

test('only an operator converts for any client, and unknown clients and attributes are distinguished', async () => {
  assert.equal((await server.acme.call('GET', at('photo'))).status, 403);
  assert.equal((await server.acme.call('GET', `${at('photo')}/progress`)).status, 403);
  assert.equal((await server.operator.call('GET', at('photo', 'unknown'))).body.code, 'unknown-client');
  assert.equal((await preview('nothing')).body.code, 'unknown-attribute');
  assert.equal((await convert('photo', 'integer')).status, 400);
});

test('what waits for a file to be uploaded, for its download, and is being downloaded are three numbers, and files that are here wait for nothing', async () => {
  const held = Promise.withResolvers<void>();
  const slow = origin.on('/slow', (_request, response) => void held.promise.then(() => response.end(goodFile)));
  await server.acme.importProducts([
    { __ID: 'w1', PRIMARY_ASSET: 'here.png', waits: 'here.png' },
    { __ID: 'w2', waits: 'missing.png' },
    { __ID: 'w3', waits: slow },
  ]);
  await server.upload('here.png', [{ bytes: new Uint8Array(goodFile) }]);
  const { body: before } = await preview('waits');
  assert.deepEqual([before.ids.distinct, before.ids.waiting], [2, 1]);
  assert.deepEqual([before.urls.distinct, before.urls.waiting], [1, 1]);
  await convert('waits', 'asset');
  const progress = async () => (await server.operator.call('GET', `${at('waits')}/progress`)).body.assets;
  const drained = server.service.assetRunner.drain();
  while ((await progress()).downloading === 0);
  const others = { waitingForUpload: 1, waitingForDownload: 0, retrying: 0, failed: 0 };
  assert.deepEqual(await progress(), { ...others, downloading: 1, ready: 1 });
  assert.deepEqual(await ids('status=WAITING_FOR_UPLOAD&text=missing'), ['missing.png']);
  held.resolve();
  await drained;
  assert.deepEqual(await progress(), { ...others, downloading: 0, ready: 2 });
  const { body: after } = await preview('waits');
  assert.deepEqual([after.ids.waiting, after.urls.waiting], [1, 0]);
});
