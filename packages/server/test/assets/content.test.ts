import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { type AssetServer, assetPath, startAssetServer } from './asset-server.ts';

// no known file format begins with these bytes
const bytes = new Uint8Array([1, 2, 3, ...randomBytes(299_997)]);
let server: AssetServer;
before(async () => {
  server = await startAssetServer();
  await server.name('blob', 'page', 'waiting', 'picture');
  await server.upload('blob', [{ bytes, name: 'naïve 100%.bin', type: 'image/png' }]);
});
after(() => server[Symbol.asyncDispose]());

interface Got {
  status: number;
  headers: Headers;
  body: Buffer;
}

async function get(
  assetId: string,
  headers: Record<string, string> = {},
  method = 'GET',
  rest = '/content',
): Promise<Got> {
  const url = server.service.baseUrl + assetPath(assetId, rest);
  const response = await fetch(url, { method, headers: { authorization: `Bearer ${server.acme.secret}`, ...headers } });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

test('content comes back byte for byte, as a file that a browser will not run', async () => {
  const { status, headers, body } = await get('blob');
  assert.equal(status, 200);
  assert.ok(body.equals(bytes));
  assert.equal(headers.get('content-length'), '300000');
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox/);
  assert.equal(
    headers.get('content-disposition'),
    `inline; filename="nai_ve 100_.bin"; filename*=UTF-8''na%C3%AFve%20100%25.bin`,
  );
});

test('ranges of every form are answered as RFC 9110 requires', async () => {
  const cases: [range: string, status: number, contentRange: string | null, from: number, to: number][] = [
    ['bytes=0-0', 206, 'bytes 0-0/300000', 0, 1],
    ['bytes=100-199', 206, 'bytes 100-199/300000', 100, 200],
    ['bytes=299990-', 206, 'bytes 299990-299999/300000', 299_990, 300_000],
    ['bytes=-10', 206, 'bytes 299990-299999/300000', 299_990, 300_000],
    ['bytes=-999999', 206, 'bytes 0-299999/300000', 0, 300_000],
    ['bytes=299999-999999', 206, 'bytes 299999-299999/300000', 299_999, 300_000],
    ['BYTES = 1-2', 206, 'bytes 1-2/300000', 1, 3],
    ['bytes=0-9,5-19', 206, 'bytes 0-19/300000', 0, 20],
    ['bytes=0-9,400000-', 206, 'bytes 0-9/300000', 0, 10],
    ['bytes=0-9,100-109', 200, null, 0, 300_000],
    ['bytes=9-0', 200, null, 0, 300_000],
    ['lines=0-9', 200, null, 0, 300_000],
    ['bytes=', 200, null, 0, 300_000],
  ];
  for (const [range, status, contentRange, from, to] of cases) {
    const got = await get('blob', { range });
    assert.equal(got.status, status, range);
    assert.equal(got.headers.get('content-range'), contentRange, range);
    assert.equal(got.headers.get('content-length'), String(to - from), range);
    assert.ok(got.body.equals(bytes.slice(from, to)), range);
  }
  for (const range of ['bytes=300000-', 'bytes=-0', 'bytes=400000-500000']) {
    const got = await get('blob', { range });
    assert.equal(got.status, 416, range);
    assert.equal(got.headers.get('content-range'), 'bytes */300000');
  }
});

test('content that a caller already has is not sent again, and HEAD returns everything except the bytes', async () => {
  const etag = (await get('blob')).headers.get('etag') ?? '';
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const got = await get('blob', { 'if-none-match': known });
    assert.equal(got.status, 304, known);
    assert.equal(got.headers.get('etag'), etag);
  }
  const unchanged = await get('blob', { 'if-none-match': etag }, 'HEAD');
  assert.deepEqual([unchanged.status, unchanged.headers.get('content-length')], [304, '300000']);
  assert.equal((await get('blob', { 'if-none-match': '"x"' })).status, 200);
  assert.equal((await get('blob', { range: 'bytes=0-1', 'if-range': etag })).status, 206);
  assert.equal((await get('blob', { range: 'bytes=0-1', 'if-range': '"older"' })).status, 200);
  const head = await get('blob', {}, 'HEAD');
  assert.deepEqual([head.status, head.body.length, head.headers.get('content-length')], [200, 0, '300000']);
  const part = await get('blob', { range: 'bytes=0-9' }, 'HEAD');
  assert.deepEqual([part.status, part.headers.get('content-length')], [206, '10']);
});

test('anything that a browser could run is a download', async () => {
  const active = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    '<!doctype html><script>1</script>',
    '<?xml version="1.0"?><a/>',
  ];
  for (const source of active) {
    await server.upload('page', [{ bytes: new Uint8Array(Buffer.from(source)), name: 'x.png', type: 'image/png' }]);
    const { headers } = await get('page');
    assert.match(headers.get('content-disposition') ?? '', /^attachment;/, source);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox/);
  }
});

test('an asset without content shows what it waits for', async () => {
  const waiting = await server.acme.call('GET', assetPath('waiting', '/content'));
  assert.equal(waiting.status, 409);
  assert.equal(waiting.body.assetStatus, 'WAITING_FOR_UPLOAD');
});

test('no client reads the files of another one, and no id leads out of the store', async () => {
  assert.equal((await server.other.call('GET', assetPath('blob', '/content'))).status, 404);
  assert.equal((await fetch(server.service.baseUrl + assetPath('blob', '/content'))).status, 401);
  for (const id of ['../../../etc/passwd', '..', '.', 'a/../b', '\\..\\x', '%2e%2e%2f', '\u0000', '/etc/passwd']) {
    assert.equal((await get(id)).status, 404, id);
    if (!id.includes('\u0000')) await server.name(id);
  }
  await server.upload('../../../etc/passwd', [{ bytes, name: '../../x' }]);
  const stored = await readdir(server.folder, { recursive: true, withFileTypes: true });
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name);
  assert.ok(
    names.every((name) => /^[\da-f]{64}(\.\w+\.webp)?$/.test(name)),
    names.join(' '),
  );
});

test('thumbnails are made of a picture, cached by ETag, and missing ones are 404', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><rect width="900" height="300" fill="red"/></svg>';
  await server.upload('picture', [{ bytes: new Uint8Array(Buffer.from(svg)), name: 'x.svg' }]);
  const widths = { small: 128, medium: 400, large: 900, '100': 128, '200': 400, '5000': 900 };
  const { default: sharp } = await import('sharp');
  for (const [size, width] of Object.entries(widths)) {
    const got = await get('picture', {}, 'GET', `/thumbnail?size=${size}`);
    assert.equal(got.status, 200, size);
    assert.equal(got.headers.get('content-type'), 'image/webp');
    assert.equal((await sharp(got.body).metadata()).width, width, size);
    const known = { 'if-none-match': got.headers.get('etag') ?? '' };
    assert.equal((await get('picture', known, 'GET', `/thumbnail?size=${size}`)).status, 304);
  }
  assert.equal((await server.asset('picture')).body.hasThumbnail, true);
  assert.equal((await get('blob', {}, 'GET', '/thumbnail')).status, 404);
  assert.equal((await get('waiting', {}, 'GET', '/thumbnail')).status, 404);
  assert.equal((await get('picture', {}, 'GET', '/thumbnail?size=huge')).status, 400);
  assert.equal((await server.other.call('GET', assetPath('picture', '/thumbnail'))).status, 404);
});

test('a picture that cannot be decoded is READY, has no thumbnail, and shows the reason; several assets can be requested by id at once', async () => {
  const { default: sharp } = await import('sharp');
  const good = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const damaged = new Uint8Array(Buffer.concat([good.subarray(0, 400), Buffer.alloc(900, 0x5a)]));
  const entities = '<!DOCTYPE svg [<!ENTITY a "aa">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const long = `long ${'x'.repeat(1_200)}`;
  await server.name('damaged', 'entities', 'repaired', long);
  await server.upload('damaged', [{ bytes: damaged, name: 'damaged.jpg' }]);
  await server.upload('repaired', [{ bytes: damaged, name: 'damaged.jpg' }]);
  await server.upload('entities', [{ bytes: new Uint8Array(Buffer.from(entities)), name: 'x.svg' }]);
  await server.service.assetRunner.drain();
  await server.upload('repaired', [{ bytes: new Uint8Array(good), name: 'good.jpg' }]);
  await server.service.assetRunner.drain();
  const facts = async (assetId: string) => {
    const { status, preview, hasThumbnail, previewCode } = (await server.asset(assetId)).body;
    return [status, preview, hasThumbnail, previewCode];
  };
  assert.deepEqual(await facts('damaged'), ['READY', 'failed', false, 'broken-picture']);
  assert.deepEqual(await facts('entities'), ['READY', 'failed', false, 'unsafe-svg']);
  assert.deepEqual(await facts('repaired'), ['READY', 'made', true, null]);
  assert.deepEqual(await facts('blob'), ['READY', 'none', false, null]);
  assert.ok((await server.asset('damaged')).body.previewInfo.length > 0);
  const query = new URLSearchParams();
  for (const id of ['repaired', 'blob', 'unknown', long]) query.append('id', id);
  const { body } = await server.acme.call('GET', `/api/asset/v1/assets?${query.toString()}`);
  const ids = body.assets.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids.slice(0, 2), ['blob', 'repaired']);
  assert.match(ids[2], /^sha256:/);
  assert.equal(ids.length, 3);
});
