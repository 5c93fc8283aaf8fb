import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { gatedClient, gatedStandard, publishOver } from '../submissions/gated-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishStandard } from './readiness-world.ts';

let world: GatewayWorld;
let client: TestCaller;
const path = '/api/channels/v1/channels/shop/readiness/products/a/overrides';

before(async () => {
  world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  await publishStandard(adapter, 'shop', { ...gatedStandard, categories: [{ id: 'c1', name: 'One' }] });
  client = await gatedClient(world, adapter, 'overrides');
  await publishOver(client);
  await client.importProducts([{ __ID: 'a', title: 'A' }]);
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

const put = (body: object) => send(client, 'PUT', path, body);

test('of two people who set the same value at once, the second is told what the first has set', async () => {
  const both = await Promise.all(
    ['one', 'two'].map((title) => put({ values: { title }, expected: { values: { title: null } } })),
  );
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const won = both[0]?.status === 200 ? 'one' : 'two';
  const late = both.find(({ status }) => status === 409);
  assert.deepEqual(
    [late?.body.code, late?.body.stored],
    ['changed-meanwhile', { values: { title: won }, category: null }],
  );
  const { overrides } = await ask(client, 'GET', '/api/channels/v1/channels/shop/readiness/overrides');
  assert.deepEqual(
    overrides.map(({ value }: { value: unknown }) => value),
    [won],
  );
});

test('a change of another value is no conflict, and a removal and a category are compared too', async () => {
  assert.equal((await put({ values: { note: 'x' }, expected: { values: { note: null } } })).status, 200);
  const removal = await put({ values: { note: null }, expected: { values: { note: 'y' } } });
  assert.deepEqual([removal.status, removal.body.stored.values], [409, { note: 'x' }]);
  assert.equal((await put({ category: 'c1', expected: { category: null } })).status, 200);
  const category = await put({ category: null, expected: { category: null } });
  assert.deepEqual([category.status, category.body.stored.category], [409, 'c1']);
  assert.equal((await put({ category: null })).status, 200, 'without an expectation, the last change wins');
});
