import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { evaluatedFromNothing, publishMapping, publishStandard, storedOutcomes, talliesOf } from './readiness-world.ts';

const standard = {
  attributes: [
    { id: 'title', name: 'Title', type: { id: 'string' as const }, requirement: 'required' as const },
    { id: 'price', name: 'Price', type: { id: 'decimal' as const }, restriction: { parameters: { minValue: '1' } } },
  ],
};
const mapping = {
  targets: [
    { target: 'title', value: 'title' },
    { target: 'price', value: 'price' },
  ],
};

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('readiness');
  await client.define([
    { id: 'title', name: 'title', type: { id: 'string' } },
    { id: 'price', name: 'price', type: { id: 'decimal' } },
  ]);
  await world.connect(client, adapter, 'shop');
  await publishStandard(adapter, 'shop', standard);
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();

async function outcomes(): Promise<Record<string, string>> {
  await drain();
  const stored = await storedOutcomes(world, client, 'shop');
  assert.deepEqual(stored, await evaluatedFromNothing(world, client, 'shop'));
  return Object.fromEntries(Array.from(stored, ([id, { outcome }]) => [id, outcome]));
}

test('products are evaluated when a mapping is published, and their counts are kept', async () => {
  await client.importProducts([
    { __ID: 'a', title: 'A', price: '2' },
    { __ID: 'b', price: '2' },
    { __ID: 'c', title: 'C', price: '0.5' },
  ]);
  await publishMapping(world, client, 'shop', mapping);
  assert.deepEqual(await outcomes(), { a: 'ready', b: 'incomplete', c: 'invalid' });
  assert.deepEqual(await talliesOf(world, client, 'shop'), {
    'outcome incomplete': 1,
    'outcome invalid': 1,
    'outcome ready': 1,
    'problem price below-minimum': 1,
    'problem title required-missing': 1,
  });
});

test('a changed, a new and a deleted product are evaluated, and the counts follow', async () => {
  await client.importProducts([
    { __ID: 'b', title: 'B' },
    { __ID: 'd', title: 'D' },
  ]);
  await client.call('DELETE', '/api/products/v1/products/c');
  assert.deepEqual(await outcomes(), { a: 'ready', b: 'ready', d: 'ready' });
  assert.deepEqual(await talliesOf(world, client, 'shop'), { 'outcome ready': 3 });
});

test('a new mapping and a new standard are evaluated for all products', async () => {
  await publishMapping(world, client, 'shop', { targets: [{ target: 'title', value: 'price' }] });
  assert.deepEqual(await outcomes(), { a: 'ready', b: 'ready', d: 'incomplete' });
  const [title, price] = standard.attributes;
  await publishStandard(adapter, 'shop', {
    attributes: [
      { ...title!, requirement: 'optional' },
      { ...price!, requirement: 'required' as const },
    ],
  });
  assert.deepEqual(await outcomes(), { a: 'incomplete', b: 'incomplete', d: 'incomplete' });
});

test('a client whose evaluation fails does not stop the evaluation of others', async () => {
  const broken = await world.service.client('broken');
  await world.connect(broken, adapter, 'shop');
  await publishMapping(world, broken, 'shop', { targets: 5 as never });
  await client.importProducts([{ __ID: 'late', title: 'L', price: '3' }]);
  await assert.rejects(drain());
  const stored = await storedOutcomes(world, client, 'shop');
  assert.ok(stored.has('late'));
  assert.deepEqual(stored, await evaluatedFromNothing(world, client, 'shop'));
});
