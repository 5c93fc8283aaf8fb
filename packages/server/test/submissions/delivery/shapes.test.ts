import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../../channels/gateway-world.ts';
import { formOf } from '../../assets/asset-server.ts';
import type { TestCaller } from '../../test-service.ts';
import { publishFor, putOperatorStandard, putStandard } from './shaped-world.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const text = { id: 'string' };
const standard = {
  attributes: [
    { id: 'id', name: 'ID', type: text, requirement: 'required', defaultFormula: '__ID' },
    { id: 'title', name: 'Title', type: text, requirement: 'required' },
    { id: 'price', name: 'Price', type: { id: 'money' }, output: { as: 'object' } },
    { id: 'image', name: 'Image', type: { id: 'asset' } },
    { id: 'detail', name: 'Details', type: { id: 'composite', multiValue: true } },
    { id: 'label', name: 'Label', type: text, compositeAttribute: 'detail' },
    { id: 'constructor', name: 'Odd', type: text },
  ],
  categories: [
    { id: 'pens', name: 'Pens', parentId: null },
    { id: 'caps', name: 'Caps', parentId: null },
  ],
};
const mapping = {
  category: { rules: [{ when: 'contains(__NAME, "Cap")', category: 'caps' }], otherwise: 'pens' },
  targets: [
    { target: 'title', value: 'join(" ", __NAME, color)' },
    { target: 'price', value: 'money(price, "USD")' },
    { target: 'image', value: 'PRIMARY_ASSET' },
    { target: 'detail', rows: 'rows(specs)', children: [{ target: 'label', value: 'spec & " in " & product.color' }] },
    { target: 'constructor', value: 'color' },
  ],
};

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await putStandard(adapter, 'shop', standard);
});
after(() => world[Symbol.asyncDispose]());

async function shopClient(clientId: string): Promise<TestCaller> {
  const client = await world.service.client(clientId);
  const definition = (id: string, parent: string | null, typeId: string) => ({
    id,
    name: id,
    compositeAttribute: parent,
    type: { id: typeId, multiValue: typeId === 'composite' },
  });
  await client.define([
    definition('color', null, 'string'),
    definition('price', null, 'decimal'),
    definition('specs', null, 'composite'),
    definition('spec', 'specs', 'string'),
  ]);
  await client.importProducts([
    { __ID: 'a', __NAME: 'Pen', color: 'blue', price: '1.20', PRIMARY_ASSET: 'front', specs: [{ spec: 'Ink' }] },
    { __ID: 'b', __NAME: 'Cap', color: 'red' },
  ]);
  const { type, body } = formOf([{ bytes: new Uint8Array(picture), name: 'front.png' }]);
  await client.call('POST', '/api/asset/v1/assets/upload?assetId=front', { headers: { 'content-type': type }, body });
  await world.connect(client, adapter, 'shop');
  await publishFor(client, 'shop', mapping);
  await world.service.evaluations.drain();
  return client;
}

const submit = async (client: TestCaller, productIds = ['a', 'b']): Promise<string> => {
  await world.service.evaluations.drain();
  const path = '/api/submit/v1/channels/shop/products';
  return (await ask(client, 'POST', path, { productIds }, 202)).submissionId;
};
const pageOf = (submissionId: string, query = '') =>
  ask(adapter, 'GET', `/external/submissions/${submissionId}/products${query}`);

const pen = {
  __ID: 'a',
  category: 'pens',
  values: {
    id: 'a',
    title: 'Pen blue',
    price: { amount: 1.2, currency: 'USD' },
    image: 'front',
    detail: [{ label: 'Ink in blue' }],
    constructor: 'blue',
  },
};
const cap = { __ID: 'b', category: 'caps', values: { id: 'b', title: 'Cap red', constructor: 'red' } };

test('a page has the products in the shape that is requested, with the pixel size of their files', async () => {
  const submissionId = await submit(await shopClient('shapes'));
  const plain = await pageOf(submissionId);
  assert.deepEqual(await pageOf(submissionId, '?shape=import'), plain);
  assert.equal(plain.assets.front.width, undefined);
  const channel = await pageOf(submissionId, '?shape=channel');
  assert.deepEqual(channel.products, [pen, cap]);
  const { width, height, ...link } = channel.assets.front;
  assert.deepEqual(
    [Object.keys(channel.assets), width, height, Object.keys(link)],
    [['front'], 1, 1, Object.keys(plain.assets.front)],
  );
  const both = await pageOf(submissionId, '?shape=both');
  assert.deepEqual(both.products, [
    { ...pen, product: plain.products[0] },
    { ...cap, product: plain.products[1] },
  ]);
  const raw = await adapter.call('GET', `/external/submissions/${submissionId}/products?shape=channel`);
  assert.match(raw.text, /"amount":1\.20,/, 'numbers keep their digits');
  assert.equal((await send(adapter, 'GET', `/external/submissions/${submissionId}/products?shape=csv`)).status, 400);
});

test('pages in the channel shape have the same ends as those in the shape of the import', async () => {
  const submissionId = await submit(await shopClient('pages'));
  const first = await pageOf(submissionId, '?shape=channel&limit=1');
  assert.deepEqual([first.products, first.hasMore, Object.keys(first.assets)], [[pen], true, ['front']]);
  const second = await pageOf(submissionId, `?shape=channel&limit=1&startingAfter=${first.next}`);
  assert.deepEqual(second, { products: [cap], assets: {}, hasMore: false, next: null });
});

test('without a published mapping there is no channel shape', async () => {
  const older = await world.adapter('older');
  const client = await world.service.client('older');
  await client.importProducts([{ __ID: 'a', __NAME: 'Pen' }]);
  await world.connect(client, older, 'older');
  await putStandard(older, 'older', standard);
  const path = '/api/submit/v1/channels/older/products';
  const { submissionId } = await ask(client, 'POST', path, { productIds: ['a'] }, 202);
  const products = `/external/submissions/${submissionId}/products`;
  const refused = await send(older, 'GET', `${products}?shape=channel`);
  const { code, params } = refused.body;
  assert.deepEqual([refused.status, code, params], [409, 'not-possible-now', { kind: 'no-channel-shape' }]);
  const product = { __ID: 'a', __NAME: 'Pen' };
  assert.deepEqual((await ask(older, 'GET', products)).products, [product]);
  assert.deepEqual((await ask(older, 'GET', `${products}?shape=both`)).products, [{ __ID: 'a', product }]);
  assert.equal((await ask(older, 'GET', `/external/submissions/${submissionId}`)).standardVersion, undefined);
});

test('the products of a withdrawal have only their ids in every shape', async () => {
  const client = await shopClient('withdrawn');
  const submissionId = await submit(client);
  await ask(adapter, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, { status: 'Success' });
  const withdrawal = await ask(client, 'POST', '/api/submit/v1/channels/shop/withdrawals', { productIds: ['a'] }, 202);
  for (const shape of ['import', 'channel', 'both'])
    assert.deepEqual((await pageOf(withdrawal.submissionId, `?shape=${shape}`)).products, [
      { __ID: 'a', externalId: null },
    ]);
});

test('the head names the version of the standard that the adapter published', async () => {
  const client = await shopClient('heads');
  const { standardVersion } = await ask(adapter, 'GET', `/external/submissions/${await submit(client)}`);
  assert.equal(standardVersion, 1);
});

test('an adapter that did not publish the standard sees its version only if it delivers the channel shape, which is then the default', async () => {
  const other = await world.adapter('loaded');
  await putOperatorStandard(world.operator, 'loaded', standard);
  const client = await world.service.client('loaded');
  await client.importProducts([{ __ID: 'a', __NAME: 'Pen' }]);
  await world.connect(client, other, 'loaded');
  const title = { category: { otherwise: 'pens' }, targets: [{ target: 'title', value: '__NAME' }] };
  await publishFor(client, 'loaded', title);
  const submitOne = async () => {
    await world.service.evaluations.drain();
    return (await ask(client, 'POST', '/api/submit/v1/channels/loaded/products', { productIds: ['a'] }, 202))
      .submissionId;
  };
  const headAndPage = async (submissionId: string) => {
    const head = await ask(other, 'GET', `/external/submissions/${submissionId}`);
    const page = await ask(other, 'GET', `/external/submissions/${submissionId}/products`);
    return [head.standardVersion, page.products[0]];
  };
  const first = await submitOne();
  const product = { __ID: 'a', __NAME: 'Pen' };
  assert.deepEqual(await headAndPage(first), [undefined, product]);
  await putOperatorStandard(world.operator, 'loaded', { ...standard, deliver: 'channel' });
  const second = await submitOne();
  const shaped = { __ID: 'a', category: 'pens', values: { id: 'a', title: 'Pen' } };
  assert.deepEqual(await headAndPage(second), [2, shaped]);
  assert.deepEqual(await headAndPage(first), [undefined, product], 'the version of the submit decides');
});

test('a reported error can name a target, and is returned as it was reported', async () => {
  const client = await shopClient('reported');
  const submissionId = await submit(client);
  const errors = [{ attributeId: 'detail/label', message: 'Too long for the shop.' }];
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Rejected', errors },
      { productId: 'b', status: 'Accepted' },
    ],
  });
  const [result] = (await ask(client, 'GET', `/api/submit/v1/submissions/${submissionId}/products`)).products;
  assert.deepEqual(result.errors, errors);
  assert.deepEqual((await ask(client, 'GET', '/api/channels/v1/shop/status/products/a')).errors, errors);
});
