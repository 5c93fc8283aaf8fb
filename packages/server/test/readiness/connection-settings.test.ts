import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishStandard } from './readiness-world.ts';

const path = '/api/channels/v1/channels/shop';
const standard = {
  attributes: [{ id: 'title', name: 'Title', type: { id: 'string' as const }, requirement: 'required' as const }],
};
const mapping = { targets: [{ target: 'title', value: 'title' }] };

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('settings');
  await client.define([{ id: 'title', name: 'title', type: { id: 'string' } }]);
  await client.importProducts([{ __ID: 'a', title: 'A' }, { __ID: 'b' }, { __ID: 'c', title: 'C' }, { __ID: 'd' }]);
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();
const add = (productIds: string[], state: 'Progress' | 'Ready') =>
  ask(client, 'POST', `${path}/products`, { productIds, state });
const hold = (productIds: string[], isHeld: boolean) =>
  ask(client, 'POST', `${path}/products/hold`, { productIds, isHeld });
const products = async () => {
  const page = await ask(client, 'GET', `${path}/products`);
  return page.products.map(
    (one: { productId: string; state: string; outcome?: string; isHeld?: boolean }) =>
      [one.productId, one.state, one.outcome, one.isHeld] as const,
  );
};

test('without a data standard, connections, channels and products have no new members, and settings are refused', async () => {
  await world.connect(client, adapter, 'shop');
  await add(['a', 'b'], 'Ready');
  const connection = await ask(client, 'GET', path);
  for (const member of ['standardVersion', 'readyWhen', 'isGated', 'rulesetNo', 'evaluationAccountId'])
    assert.ok(!(member in connection), member);
  const [first] = (await ask(client, 'GET', `${path}/products`)).products;
  assert.ok(!('outcome' in first) && !('isHeld' in first));
  assert.ok(!('allowInvalid' in (await ask(world.operator, 'GET', '/console/channels/shop'))));
  for (const [method, where, body] of [
    ['PATCH', path, { readyWhen: 'valid' }],
    ['POST', `${path}/products/hold`, { productIds: ['a'], isHeld: true }],
  ] as const) {
    const refused = await send(client, method, where, body);
    assert.deepEqual([refused.status, refused.body.code], [404, 'unknown-standard']);
  }
});

test('a connection that is older than the first standard stays marked, and is gated by the first published mapping', async () => {
  await publishStandard(adapter, 'shop', standard);
  const before = await ask(client, 'GET', path);
  assert.deepEqual(
    [before.standardVersion, before.readyWhen, before.isGated, before.rulesetNo, before.evaluationAccountId],
    [1, 'marked', false, null, null],
  );
  assert.deepEqual(await products(), [
    ['a', 'Ready', 'unmapped', false],
    ['b', 'Ready', 'unmapped', false],
  ]);
  await ask(client, 'PUT', `${path}/mapping`, { format: 'pimento-mapping/1', ...mapping });
  await ask(client, 'POST', `${path}/mapping/publish`, {});
  await drain();
  const { readyWhen, isGated, rulesetNo } = await ask(client, 'GET', path);
  assert.deepEqual([readyWhen, isGated, rulesetNo], ['marked', true, 1]);
  assert.deepEqual(await products(), [
    ['a', 'Ready', 'ready', false],
    ['b', 'Ready', 'incomplete', false],
  ]);
});

test('a new connection to a channel with a standard is gated, and its products become Ready by themselves', async () => {
  const fresh = await world.service.client('fresh');
  await world.connect(fresh, adapter, 'shop');
  const { readyWhen, isGated, rulesetNo } = await ask(fresh, 'GET', path);
  assert.deepEqual([readyWhen, isGated, rulesetNo], ['valid', true, null]);
});

test('a version that delivers the channel shape gates all connections of its channel and no other', async () => {
  const other = await world.adapter('other');
  await world.connect(client, other, 'other');
  await publishStandard(other, 'other', { ...standard, deliver: 'import' });
  const gated = async (channelId: string) =>
    (await ask(client, 'GET', `/api/channels/v1/channels/${channelId}`)).isGated;
  assert.equal(await gated('other'), false);
  const third = await world.adapter('third');
  await world.connect(client, third, 'third');
  await publishStandard(third, 'third', standard);
  await publishStandard(other, 'other', { ...standard, deliver: 'channel' });
  assert.deepEqual([await gated('other'), await gated('third')], [true, false]);
});

test('a change to valid lets states follow the evaluations, numbered for the status feed; a change back leaves them', async () => {
  const changed = '/api/channels/v1/shop/status/products/changed';
  const { next } = await ask(client, 'GET', changed);
  const answer = await ask(client, 'PATCH', path, { readyWhen: 'valid', expected: { readyWhen: 'marked' } });
  assert.equal(answer.readyWhen, 'valid');
  await drain();
  assert.deepEqual(
    (await products()).map(([id, state]: string[]) => [id, state]),
    [
      ['a', 'Ready'],
      ['b', 'Progress'],
    ],
  );
  const feed = await ask(client, 'GET', `${changed}?from=${next}`);
  assert.deepEqual(
    feed.products.map((one: { productId: string; state: string }) => [one.productId, one.state]),
    [['b', 'Progress']],
  );
  await client.importProducts([
    { __ID: 'b', title: 'B' },
    { __ID: 'a', title: '' },
  ]);
  await drain();
  assert.deepEqual(await products(), [
    ['a', 'Progress', 'incomplete', false],
    ['b', 'Ready', 'ready', false],
  ]);
  await ask(client, 'PATCH', path, { readyWhen: 'marked' });
  await client.importProducts([{ __ID: 'a', title: 'A' }]);
  await drain();
  assert.deepEqual((await products())[0], ['a', 'Progress', 'ready', false]);
  await ask(client, 'PATCH', path, { readyWhen: 'valid' });
  await drain();
  assert.equal((await products())[0][1], 'Ready');
});

test('products that follow their evaluation are added with the state that it gives', async () => {
  assert.equal((await add(['c', 'd'], 'Ready')).changed, 2);
  assert.deepEqual((await products()).slice(2), [
    ['c', 'Ready', 'ready', false],
    ['d', 'Progress', 'incomplete', false],
  ]);
  await add(['c', 'd'], 'Progress');
  assert.deepEqual((await products()).slice(2, 3), [['c', 'Ready', 'ready', false]]);
});

test('a held product is in Progress until it is released, or added with the state Ready', async () => {
  assert.equal((await hold(['a', 'c', 'none'], true)).changed, 2);
  assert.equal((await hold(['a'], true)).changed, 0);
  const [a, b, c] = await products();
  assert.deepEqual([a, b[1], c[1]], [['a', 'Progress', 'ready', true], 'Ready', 'Progress']);
  await client.importProducts([{ __ID: 'a', title: 'changed' }]);
  await drain();
  assert.deepEqual((await products())[0], ['a', 'Progress', 'ready', true]);
  assert.equal((await hold(['a'], false)).changed, 1);
  await add(['c'], 'Ready');
  assert.deepEqual(
    (await products()).map(([, state, , isHeld]: [string, string, string, boolean]) => [state, isHeld]),
    [
      ['Ready', false],
      ['Ready', false],
      ['Ready', false],
      ['Progress', false],
    ],
  );
  const all = await ask(client, 'POST', `${path}/products/hold`, { filter: {}, isHeld: true });
  assert.equal(all.changed, 4);
  await ask(client, 'POST', `${path}/products/hold`, { filter: {}, isHeld: false });
  assert.equal((await products())[0][1], 'Ready');
});

test('in a connection where persons mark products, a held product keeps its state', async () => {
  await ask(client, 'PATCH', path, { readyWhen: 'marked' });
  await hold(['a'], true);
  assert.deepEqual((await products())[0], ['a', 'Ready', 'ready', true]);
  await add(['a'], 'Ready');
  assert.deepEqual((await products())[0], ['a', 'Ready', 'ready', false]);
});

test('settings are changed only if they are as expected, and only to an account of the connection', async () => {
  const outdated = await send(client, 'PATCH', path, { readyWhen: 'valid', expected: { readyWhen: 'valid' } });
  assert.deepEqual([outdated.status, outdated.body.code], [409, 'changed-meanwhile']);
  assert.deepEqual(outdated.body.stored, { readyWhen: 'marked', evaluationAccountId: null });
  const unknown = await send(client, 'PATCH', path, { evaluationAccountId: 'none' });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'unknown-account']);
  const accountId = await world.connect(client, adapter, 'shop');
  const set = await ask(client, 'PATCH', path, { evaluationAccountId: accountId });
  assert.deepEqual([set.evaluationAccountId, set.readyWhen], [accountId, 'marked']);
  await ask(client, 'DELETE', `${path}/accounts/${accountId}`, undefined, 204);
  assert.equal((await ask(client, 'GET', path)).evaluationAccountId, null);
});

test('an operator permits invalid products on a channel with a standard, if the channel is as expected', async () => {
  const channel = '/console/channels/shop';
  assert.equal((await ask(world.operator, 'GET', channel)).allowInvalid, false);
  const changed = await ask(world.operator, 'PATCH', channel, {
    allowInvalid: true,
    expected: { allowInvalid: false },
  });
  assert.equal(changed.allowInvalid, true);
  await ask(world.operator, 'PATCH', channel, { allowInvalid: false, expected: { allowInvalid: false } }, 409);
  assert.equal((await ask(world.operator, 'PATCH', channel, { name: 'Renamed' })).allowInvalid, true);
});
