import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createSecretBox, clientIdOf } from '../../src/platform/index.ts';
import { contentLink } from '../../src/submissions/snapshot/content-link-rules.ts';
import { formOf } from '../assets/asset-server.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { createTestCaller, type TestCaller } from '../test-service.ts';
import { type ConnectedClient, connectClients } from './connected-client.ts';

const secretBox = createSecretBox(randomBytes(32));
let folder: string;
let world: GatewayWorld;
let adapter: TestCaller;
let foreign: TestCaller;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pimento-submitted-'));
  world = await startGatewayWorld({
    secretBox,
    assets: {
      address: pathToFileURL(folder).href,
      maxBytes: 1_000_000,
      graceMs: 0,
      concurrency: 1,
      perHost: 1,
      allowed: [],
    },
  });
  adapter = await world.adapter('shop');
  foreign = await world.adapter('elsewhere');
});
after(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const connected = connectClients(
  () => world,
  () => adapter,
);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function upload(client: TestCaller, assetId: string, text: string, name: string): Promise<void> {
  const { type, body } = formOf([{ bytes: bytesOf(text), name }]);
  const path = `/api/asset/v1/assets/upload?assetId=${encodeURIComponent(assetId)}`;
  const answer = await client.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(answer.status, 200, answer.text);
}

/**
 * Creates a client whose product `pen` refers to the asset `manual` and, in a composite, to the assets `terms` and `later`. Only `later`
 * has no content.
 */
async function withAssets(clientId: string): Promise<ConnectedClient> {
  const made = await connected(clientId, []);
  const definition = (id: string, parent: string | null, typeId: string) => ({
    id,
    name: id,
    compositeAttribute: parent,
    type: { id: typeId, multiValue: typeId === 'composite' },
  });
  await made.client.define([definition('papers', null, 'composite'), definition('paper', 'papers', 'asset')]);
  await made.client.importProducts([
    { __ID: 'pen', PRIMARY_ASSET: 'manual', papers: [{ paper: 'terms' }, { paper: 'later' }] },
    { __ID: 'box', papers: [{ paper: 'terms' }] },
    { __ID: 'cap' },
  ]);
  await upload(made.client, 'manual', 'first manual', 'manual.txt');
  await upload(made.client, 'terms', `<html><body>terms of ${clientId}</body></html>`, 'our terms ä.html');
  return made;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
const pageOf = (submissionId: string, query = ''): Promise<any> =>
  ask(adapter, 'GET', `/external/submissions/${submissionId}/products${query}`);

async function stored(clientId: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'objects', clientId), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /^[\da-f]{64}$/.test(entry.name))
    .map((entry) => entry.name)
    .toSorted();
}

test('an adapter gets the files of a submission as they were when it was sent, even if they are replaced or deleted later', async () => {
  const { client, submit } = await withAssets('acme');
  const answer = await submit(['pen', 'box', 'cap']);
  assert.equal(answer.missingAssets, 1);
  await upload(client, 'manual', 'second manual', 'manual-2.txt');
  await client.importProducts([{ __ID: 'pen', PRIMARY_ASSET: null, papers: null }]);
  await client.call('DELETE', '/api/asset/v1/assets/manual');
  await world.service.assetRunner.collect();

  const { assets, products } = await pageOf(answer.submissionId);
  assert.equal(products[2].PRIMARY_ASSET, 'manual');
  assert.deepEqual(Object.keys(assets), ['manual', 'terms'], 'assets without content are left out');
  const { url, ...manual } = assets.manual;
  const first = 'first manual';
  assert.deepEqual(manual, {
    contentType: 'text/plain',
    size: first.length,
    sha256: hashOf(first),
    name: 'manual.txt',
  });
  assert.ok(url.startsWith(`${world.service.baseUrl}/external/content/manual.txt?`), url);
  const whole = await fetch(url);
  assert.equal(await whole.text(), first);
  assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
  assert.match(whole.headers.get('content-disposition') ?? '', /^inline/);
  const part = await fetch(url, { headers: { range: 'bytes=0-4' } });
  assert.equal(part.status, 206);
  assert.equal(await part.text(), 'first');
  const active = await fetch(assets.terms.url);
  assert.equal(active.status, 200);
  assert.match(active.headers.get('content-disposition') ?? '', /^attachment/);
});

test('a page lists the files that its own products refer to', async () => {
  const { submit } = await withAssets('pages');
  const { submissionId } = await submit(['pen', 'box', 'cap']);
  const box = await pageOf(submissionId, '?limit=1');
  assert.deepEqual(Object.keys(box.assets), ['terms']);
  const cap = await pageOf(submissionId, `?limit=1&startingAfter=${box.next}`);
  assert.deepEqual(cap.assets, {});
  const pen = await pageOf(submissionId, `?limit=1&startingAfter=${cap.next}`);
  assert.deepEqual(Object.keys(pen.assets), ['manual', 'terms']);
});

test('a URL is valid only for the file that it was signed for, until it expires, and other adapters get none', async () => {
  const { client, submit } = await withAssets('signed');
  const { submissionId } = await submit(['pen']);
  const hidden = await foreign.call('GET', `/external/submissions/${submissionId}/products`);
  assert.equal(hidden.status, 404);
  const { assets } = await pageOf(submissionId);
  const { url } = assets.manual;
  for (const [parameter, value] of [
    ['asset', 'terms'],
    ['client', 'acme'],
    ['submission', '00000000-0000-7000-8000-000000000000'],
    ['expires', '99999999999'],
    ['key', client.keyId],
    ['signature', 'x'],
  ] as const) {
    const changed = new URL(url);
    changed.searchParams.set(parameter, value);
    assert.equal((await fetch(changed)).status, 403, parameter);
  }
  const missing = new URL(url);
  missing.searchParams.delete('signature');
  assert.equal((await fetch(missing)).status, 400);
  const pinned = { assetId: 'manual', sha256: '', name: 'x', contentType: '', size: 0 };
  const key = { clientId: clientIdOf(client.clientId), submissionId };
  const keyId = new URL(url).searchParams.get('key') ?? '';
  const linkAt = (now: Date) => contentLink({ secretBox, baseUrl: world.service.baseUrl, keyId, now }, key, pinned).url;
  const day = 86_400_000;
  assert.equal((await fetch(linkAt(new Date(Date.now() - day + 60_000)))).status, 200);
  const expired = await fetch(linkAt(new Date(Date.now() - day)));
  assert.equal(expired.status, 403);
  assert.match(await expired.text(), /expired/);
});

test('a URL ends with the key that fetched it, and when the client leaves the channel', async () => {
  const { client, submit } = await withAssets('leaving');
  const { submissionId } = await submit(['pen']);
  const { assets } = await pageOf(submissionId);
  const own = await ask(
    world.operator,
    'POST',
    '/console/keys',
    { kind: 'adapter', adapterId: 'shop', name: 'x' },
    201,
  );
  const other = createTestCaller(world.service.baseUrl, { ...own, clientId: null });
  const { url } = (await ask(other, 'GET', `/external/submissions/${submissionId}/products`)).assets.manual;
  const statusOf = async (address: string) => (await fetch(address)).status;
  assert.deepEqual([await statusOf(url), await statusOf(assets.manual.url)], [200, 200]);
  await ask(world.operator, 'POST', `/console/keys/${own.keyId}/revoke`);
  assert.deepEqual([await statusOf(url), await statusOf(assets.manual.url)], [403, 200]);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  assert.equal(await statusOf(assets.manual.url), 404);
});

test('the garbage collector keeps the files of a submission, and deletes them after it was cancelled', async () => {
  const { client, submit } = await withAssets('kept');
  const { submissionId } = await submit(['pen']);
  const terms = hashOf('<html><body>terms of kept</body></html>');
  await upload(client, 'manual', 'second manual', 'manual.txt');
  await world.service.assetRunner.collect();
  const [first, second] = [hashOf('first manual'), hashOf('second manual')];
  assert.deepEqual(await stored('kept'), [first, second, terms].toSorted());
  await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  await world.service.assetRunner.collect();
  assert.deepEqual(await stored('kept'), [second, terms].toSorted());
});

test('products are found, and submitted, by the state of their assets', async () => {
  const { client, submit } = await withAssets('states');
  const idsIn = async (query: string) => {
    const { products } = await ask(client, 'GET', `/api/products/v1/products?${query}`);
    return products.map((product: { productId: string }) => product.productId);
  };
  assert.deepEqual(await idsIn('assetState=WAITING_FOR_UPLOAD'), ['pen']);
  assert.deepEqual(await idsIn('assetState=READY'), ['box', 'pen']);
  assert.deepEqual(await idsIn('assetState=FAILED&assetState=WAITING_FOR_UPLOAD'), ['pen']);
  assert.deepEqual(await idsIn('assetState=FAILED'), []);
  assert.equal((await client.call('GET', '/api/products/v1/products?assetState=LOST')).status, 400);
  assert.equal((await submit({ filter: { assetState: ['READY'] } })).submitted, 2);
});
