import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createSecretBox } from '../../../src/platform/index.ts';
import { formOf } from '../../assets/asset-server.ts';
import { ask, startGatewayWorld } from '../../channels/gateway-world.ts';
import { createTestCaller, startTestService, type TestCaller } from '../../test-service.ts';
import { publishFor, putStandard } from './shaped-world.ts';

const text = { id: 'string' };
const standard = {
  attributes: [
    { id: 'id', name: 'ID', type: text, requirement: 'required', defaultFormula: '__ID' },
    { id: 'title', name: 'Title', type: text, requirement: 'required', restriction: { parameters: { maxLength: 60 } } },
    { id: 'color', name: 'Color', type: text, restriction: { valueList: { from: 'client', id: 'colors' } } },
    { id: 'shop', name: 'Shop', type: text },
    { id: 'image', name: 'Image', type: { id: 'asset' }, requirement: 'required' },
    { id: 'size', name: 'Size of the image', type: text },
    { id: 'weight', name: 'Weight', type: { id: 'quantity' }, output: { unit: 'lb' } },
  ],
  categories: [
    { id: 'pens', name: 'Pens', parentId: null },
    { id: 'caps', name: 'Caps', parentId: null },
  ],
};
const mapping = {
  category: { rules: [{ map: 'categories', from: '__CATEGORY' }] },
  targets: [
    { target: 'title', value: 'join(" ", __NAME, color)' },
    { target: 'color', value: 'color', map: 'colors', unmapped: 'keep' as const },
    { target: 'shop', value: 'account("shopUrl")' },
    { target: 'image', value: 'PRIMARY_ASSET' },
    { target: 'size', value: 'join("x", image(PRIMARY_ASSET, "width"), image(PRIMARY_ASSET, "type"))' },
    { target: 'weight', value: 'quantity(weight, "g")' },
  ],
  maps: { categories: { entries: { P: 'pens', C: 'caps' } }, colors: { entries: { blue: 'Blue' } } },
};
/** The exact products that the adapter must receive. They are literal text, so that any change in later versions of Pimento is noticed. */
const products =
  '[{"__ID":"a","category":"pens","values":{"id":"a","title":"Pen blue","color":"Blue","shop":"https://shop.test","image":"front","size":"1ximage/png","weight":"0.0088184904873951032289 lb"}},' +
  '{"__ID":"b","category":"caps","values":{"id":"b","title":"set manually","color":"RED","shop":"https://shop.test","image":"front","size":"1ximage/png"}}]';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const hashOf = (page: string) => createHash('sha256').update(page).digest('hex');

/** Reports the value list `colors` for the client. */
async function reportColors(adapter: TestCaller, accountId: string, colors: string[]): Promise<void> {
  const ids = { clientId: 'acme', channelId: 'shop', accountId };
  const report = { ...ids, status: 'SUCCESS', clientSpecificListOfValues: { colors } };
  await ask(adapter, 'POST', '/external/authentication', report);
}

async function upload(client: TestCaller, bytes: Buffer, name: string): Promise<void> {
  const { type, body } = formOf([{ bytes: new Uint8Array(bytes), name }]);
  const path = '/api/asset/v1/assets/upload?assetId=front';
  const { status } = await client.call('POST', path, { headers: { 'content-type': type }, body });
  assert.equal(status, 200);
}

test('a page of a submission in the channel shape has the same bytes after everything that it was computed from has changed, and after a restart', async (testing) => {
  const folder = await mkdtemp(join(tmpdir(), 'pimento-fixed-'));
  testing.after(() => rm(folder, { recursive: true, force: true }));
  const secretBox = createSecretBox(randomBytes(32));
  const address = pathToFileURL(folder).href;
  const assets = { address, maxBytes: 1_000_000, graceMs: 0, concurrency: 1, perHost: 1, allowed: [] };
  await using world = await startGatewayWorld({ secretBox, assets });
  const adapter = await world.adapter('shop');
  const client = await world.service.client('acme');
  await client.define([
    { id: 'color', name: 'color', type: text },
    { id: 'weight', name: 'weight', type: text },
  ]);
  await client.importProducts([
    { __ID: 'a', __NAME: 'Pen', __CATEGORY: 'P', color: 'blue', weight: '4', PRIMARY_ASSET: 'front' },
    { __ID: 'b', __NAME: 'Cap', __CATEGORY: 'P', color: 'RED', PRIMARY_ASSET: 'front' },
  ]);
  await upload(client, png, 'front.png');
  const accountId = await world.connect(client, adapter, 'shop');
  const lists = (colors: string[]) => reportColors(adapter, accountId, colors);
  await lists(['Blue', 'RED']);
  await putStandard(adapter, 'shop', standard);
  await publishFor(client, 'shop', mapping);
  const evaluated = () => world.service.evaluations.drain();
  await evaluated();
  const overrides = '/api/channels/v1/channels/shop/readiness/products/b/overrides';
  await ask(client, 'PUT', overrides, { values: { title: 'set manually' }, category: 'caps' });
  await evaluated();
  const { submissionId } = await ask(client, 'POST', '/api/submit/v1/channels/shop/products', ['a', 'b'], 202);

  const readAt = async (caller: TestCaller) => {
    const { text: page } = await caller.call('GET', `/external/submissions/${submissionId}/products?shape=channel`);
    const [, ofPage = page] = /^{"products":(.*),"assets":/s.exec(page) ?? [];
    return ofPage;
  };
  assert.equal(await readAt(adapter), products);
  const hash = hashOf(products);
  const assertSame = async (change: string) => assert.equal(hashOf(await readAt(adapter)), hash, change);

  for (let version = 1; version <= 10; version += 1)
    await publishFor(client, 'shop', {
      ...mapping,
      targets: [{ target: 'title', value: `"version ${version}"` }],
      maps: { ...mapping.maps, colors: { entries: { blue: `Blue ${version}` } } },
    });
  await evaluated();
  await assertSame('ten versions of the mapping');
  await ask(client, 'PUT', overrides, { values: { title: null, color: 'other' }, category: null });
  await assertSame('overrides');
  await lists(['Green']);
  await ask(client, 'PATCH', `/api/channels/v1/channels/shop/accounts/${accountId}`, {
    properties: { shopUrl: 'https://elsewhere.test' },
  });
  await evaluated();
  await assertSame('reported lists and the account');
  await client.define([{ id: 'color', name: 'farbe', type: { id: 'string', multiValue: true } }]);
  await client.importProducts([{ __ID: 'a', __NAME: 'Other', __CATEGORY: 'C' }]);
  await client.call('DELETE', '/api/products/v1/products/b');
  await evaluated();
  await assertSame('definitions and products');
  await upload(client, Buffer.from('a text'), 'front.txt');
  await assertSame('a replaced file');
  await client.call('DELETE', '/api/asset/v1/assets/front');
  await world.service.assetRunner.collect();
  await assertSame('a deleted file');
  const [, title, ...rest] = standard.attributes;
  const tighter = { ...title, restriction: { parameters: { maxLength: 2 } } };
  await putStandard(adapter, 'shop', {
    attributes: [tighter, ...rest.slice(1)],
    categories: standard.categories.slice(0, 1),
  });
  await evaluated();
  await assertSame('another version of the standard');

  const { connectionString } = world.service;
  await using restarted = await startTestService({ connectionString, alone: false, secretBox, assets });
  const sameAdapter = createTestCaller(restarted.baseUrl, { ...adapter, clientId: null });
  assert.equal(hashOf(await readAt(sameAdapter)), hash, 'a restart');
});
