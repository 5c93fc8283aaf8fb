import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fetchAsset } from '@pimento/adapter-kit';
import { readConfig } from '../../../src/config.ts';
import { clientIdOf, createSecretBox, openObjectStore, systemClock } from '../../../src/platform/index.ts';
import { contentLink } from '../../../src/submissions/snapshot/content-link-rules.ts';
import { isSignedAddress } from './address-signature.ts';
import { assetPath, formOf } from '../../assets/asset-server.ts';
import { startS3Server } from '../../assets/s3-server.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { type ConnectedClient, connectClients } from '../connected-client.ts';

const bytes = new Uint8Array([1, 2, 3, ...randomBytes(69_997)]);
/** The secret access key of the S3 server that the tests start. */
const secret = 'S3RVER';
const secretBox = createSecretBox(randomBytes(32));
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let world: GatewayWorld;
let adapter: TestCaller;
let acme: ConnectedClient;
before(async () => {
  bucket = await startS3Server();
  const limits = { maxBytes: 1_000_000, graceMs: 0, concurrency: 1, perHost: 1, allowed: [] };
  world = await startGatewayWorld({ assets: { ...limits, address: bucket.address, presignSeconds: 60 }, secretBox });
  adapter = await world.adapter('shop');
  acme = await connectClients(
    () => world,
    () => adapter,
  )('acme', []);
  const asset = (id: string) => ({
    id,
    name: id,
    compositeAttribute: null,
    type: { id: 'asset', multiValue: false },
  });
  await acme.client.define([asset('drawing'), asset('page')]);
  await acme.client.importProducts([{ __ID: 'pen', drawing: 'drawing', page: 'page' }]);
  await upload('drawing', bytes, 'naïve plan.bin');
  await upload('page', new TextEncoder().encode('<html><script>1</script></html>'), 'page.html');
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await bucket[Symbol.asyncDispose]();
});

async function upload(assetId: string, content: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  const { type, body } = formOf([{ bytes: content, name }]);
  const path = `/api/asset/v1/assets/upload?assetId=${assetId}`;
  const answer = await acme.client.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(answer.status, 200, answer.text);
}

/** Requests the content of an asset without following redirects. */
const get = (assetId: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(world.service.baseUrl + assetPath(assetId, '/content'), {
    method,
    headers: { authorization: `Bearer ${acme.client.secret}`, ...headers },
    redirect: 'manual',
  });
const addressOf = async (assetId: string) => (await get(assetId)).headers.get('location') ?? '';

test('a program is redirected to the bucket, which sends the file with its type and name as an attachment', async () => {
  const answer = await get('drawing');
  assert.equal(answer.status, 307);
  assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  const address = answer.headers.get('location') ?? '';
  assert.ok(address.startsWith(`${bucket.endpoint}/files/some/prefix/objects/acme/`), address);
  const file = await fetch(address);
  assert.equal(file.status, 200);
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(bytes));
  assert.equal(file.headers.get('content-type'), 'application/octet-stream');
  assert.equal(
    file.headers.get('content-disposition'),
    `attachment; filename="nai_ve plan.bin"; filename*=UTF-8''na%C3%AFve%20plan.bin`,
  );
  assert.equal(file.headers.get('cache-control'), 'private, no-store');
  const part = await fetch(address, { headers: { range: 'bytes=1-2' } });
  assert.deepEqual([part.status, ...Buffer.from(await part.arrayBuffer())], [206, 2, 3]);
});

test('a redirect that is followed sends no key to the bucket, which would refuse it', async () => {
  const headers = { authorization: `Bearer ${acme.client.secret}` };
  const followed = await fetch(world.service.baseUrl + assetPath('drawing', '/content'), { headers });
  assert.equal(followed.status, 200);
  assert.ok(followed.redirected && followed.url.startsWith(bucket.endpoint), followed.url);
  assert.ok(Buffer.from(await followed.arrayBuffer()).equals(bytes));
  assert.equal((await fetch(await addressOf('drawing'), { headers })).status, 400);
});

test('an address is signed for one object and its headers only, and ends in time', async () => {
  const address = await addressOf('drawing');
  assert.ok(isSignedAddress(address, secret), address);
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address);
    change(url);
    return isSignedAddress(url.href, secret);
  };
  assert.ok(!changed((url) => (url.pathname = url.pathname.replace('/acme/', '/other/'))));
  assert.ok(!changed((url) => (url.pathname = `${url.pathname.slice(0, -1)}x`)));
  for (const name of ['X-Amz-Expires', 'response-content-type', 'response-content-disposition'])
    assert.ok(!changed(({ searchParams }) => searchParams.set(name, 'text/html')), name);

  const earlier = { ...systemClock, now: () => new Date(Date.now() - 120_000) };
  await using store = await openObjectStore(bucket.address, earlier);
  const key = decodeURIComponent(new URL(address).pathname).replace('/files/some/prefix/objects/', '');
  const read = { contentType: 'image/png', contentDisposition: 'attachment' };
  assert.equal((await fetch((await store.addressOf?.(key, { ...read, seconds: 600 })) ?? '')).status, 200);
  assert.equal((await fetch((await store.addressOf?.(key, { ...read, seconds: 60 })) ?? '')).status, 403);
});

test('browsers, files that they could run, and requests that the bucket would answer differently are served by Pimento', async () => {
  for (const [name, value] of [
    ['sec-fetch-site', 'same-origin'],
    ['cookie', 'any=thing'],
    ['origin', 'https://shop.example'],
    ['upgrade-insecure-requests', '1'],
    ['if-range', '"x"'],
  ] as const) {
    const answer = await get('drawing', { [name]: value });
    assert.equal(answer.status, 200, name);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox/);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes), name);
  }
  const page = await get('page');
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-disposition') ?? '', /^attachment/);
  const head = await get('drawing', {}, 'HEAD');
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '70000']);
  const etag = head.headers.get('etag') ?? '';
  assert.equal((await get('drawing', { 'if-none-match': etag })).status, 304);
  assert.equal((await get('drawing', { range: 'bytes=70000-' })).status, 416);
});

test('no address is signed for a caller who may not read the file', async () => {
  const other = await world.service.client('other');
  for (const authorization of [`Bearer ${other.secret}`, 'Bearer x', '']) {
    const answer = await get('drawing', { authorization });
    assert.ok([401, 404].includes(answer.status), String(answer.status));
    assert.equal(answer.headers.get('location'), null);
  }
});

test('an adapter gets the file of a submission from the bucket, also after the asset was replaced', async () => {
  const { submissionId } = await acme.submit(['pen']);
  const { assets } = await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`);
  const answer = await fetch(assets.drawing.url, { redirect: 'manual' });
  assert.equal(answer.status, 307);
  await upload('drawing', new Uint8Array([9]), 'other.bin');
  const folder = await mkdtemp(join(tmpdir(), 'pimento-fetched-'));
  const file = join(folder, 'drawing.bin');
  await fetchAsset(file, assets.drawing, AbortSignal.timeout(10_000));
  assert.ok((await readFile(file)).equals(bytes));
  await rm(folder, { recursive: true });

  const parts = new URL(assets.drawing.url).searchParams;
  const link = { secretBox, baseUrl: world.service.baseUrl, keyId: parts.get('key') ?? '' };
  const key = { clientId: clientIdOf(acme.client.clientId), submissionId };
  const pinned = { assetId: 'drawing', sha256: '', name: 'x', contentType: '', size: 0 };
  const linkFor = (seconds: number) =>
    contentLink({ ...link, now: new Date(Date.now() + seconds * 1000 - 86_400_000) }, key, pinned).url;
  const ending = await fetch(linkFor(40), { redirect: 'manual' });
  const seconds = Number(new URL(ending.headers.get('location') ?? '').searchParams.get('X-Amz-Expires'));
  assert.ok(seconds > 0 && seconds < 41, `the address ends with the link: ${seconds}`);
});

test('addresses need a bucket', () => {
  const asked = { PIMENTO_ASSETS_PRESIGN_SECONDS: '60' };
  const complaints = ['PIMENTO_ASSETS_PRESIGN_SECONDS: needs a bucket (s3://…) as PIMENTO_ASSETS_URL'];
  assert.deepEqual(readConfig(asked), { complaints });
  assert.deepEqual(readConfig({ ...asked, PIMENTO_ASSETS_URL: 'file:///srv/files' }), { complaints });
  assert.ok('config' in readConfig({ ...asked, PIMENTO_ASSETS_URL: 's3://files' }));
});
