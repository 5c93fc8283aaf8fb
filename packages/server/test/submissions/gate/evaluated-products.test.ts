import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';
import { channelPath, startGatedScene } from '../gated-world.ts';

let world: GatewayWorld;
let client: TestCaller;

before(async () => {
  ({ world, client } = await startGatedScene('listed'));
  await client.importProducts([
    { __ID: 'elsewhere', title: 'longer than ten' },
    { __ID: 'empty' },
    { __ID: 'good', title: 'Good' },
    { __ID: 'long', title: 'longer than ten' },
    { __ID: 'note', title: 'Note', note: 'too long' },
  ]);
  const productIds = ['empty', 'good', 'long', 'note'];
  await ask(client, 'POST', `${channelPath}/products`, { productIds, state: 'Progress' });
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

async function listed(query: string): Promise<string[]> {
  const { products } = await ask(client, 'GET', `${channelPath}/products?${query}`);
  return products.map(({ productId }: { productId: string }) => productId);
}

test('products on a channel are filtered by readiness and by problem, together with their state, and page by page', async () => {
  assert.deepEqual(await listed('outcome=ready'), ['good']);
  assert.deepEqual(await listed('outcome=incomplete'), ['empty']);
  assert.deepEqual(await listed('code=too-long'), ['long', 'note']);
  assert.deepEqual(await listed('code=too-long&target=note'), ['note']);
  assert.deepEqual(await listed('target=title'), ['empty', 'long']);
  assert.deepEqual(await listed('target=title&outcome=invalid&state=Progress'), ['long']);
  assert.deepEqual(await listed('target=title&state=Accepted'), []);
  assert.deepEqual(await listed('code=never-seen'), []);
  const first = await ask(client, 'GET', `${channelPath}/products?code=too-long&limit=1`);
  assert.deepEqual(await listed(`code=too-long&startingAfter=${encodeURIComponent(first.next)}`), ['note']);
});

test('filters that no text can match are refused', async () => {
  for (const path of ['products?target=%00', 'readiness/products?target=%00', 'readiness/products?category=%00']) {
    const { status, body } = await send(client, 'GET', `${channelPath}/${path}`);
    assert.deepEqual([status, body.code], [400, 'invalid-parameter'], path);
  }
});
