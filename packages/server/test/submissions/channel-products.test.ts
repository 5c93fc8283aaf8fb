import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '../../src/platform/index.ts';
import { deleteEndedStates } from '../../src/submissions/ended-state-runner.ts';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const statusPath = '/api/channels/v1/shop/status/products';

const connected = connectClients(
  () => world,
  () => adapter,
);

test('products can be added to a channel without a submit, marked, and removed', async () => {
  const { client, submit, report, states } = await connected('joining');
  const path = '/api/channels/v1/channels/shop/products';
  const joined = await ask(client, 'POST', path, { productIds: ['a', 'b', 'nowhere'] });
  assert.equal(joined.changed, 2);
  assert.deepEqual(
    joined.skipped.map((one: { code: string }) => one.code),
    ['unknown-product'],
  );
  const refused = await ask(client, 'POST', path, { filter: {}, expected: 2, state: 'Ready' }, 409);
  assert.deepEqual([refused.code, refused.count], ['count-differs', 3]);
  assert.deepEqual(await states(), { a: 'Progress', b: 'Progress' });
  assert.equal((await ask(client, 'POST', path, { filter: {}, expected: 3, state: 'Ready' })).changed, 3);
  assert.equal((await ask(client, 'POST', path, { filter: {}, state: 'Ready' })).changed, 0);
  const { submissionId } = await submit(['a', 'b']);
  assert.equal((await ask(client, 'POST', path, { productIds: ['a', 'c'], state: 'Progress' })).changed, 1);
  await report(submissionId, {
    status: 'Success',
    items: [
      { productId: 'b', status: 'Returned' },
      { productId: 'a', status: 'Accepted' },
    ],
  });
  assert.equal((await ask(client, 'POST', path, { productIds: ['b'], state: 'Ready' })).changed, 1);
  assert.deepEqual(await states(), { a: 'Accepted', b: 'Ready', c: 'Progress' });
  const { products } = await ask(client, 'GET', `${path}?state=Ready&state=Progress&limit=1`);
  assert.deepEqual(
    products.map((one: { productId: string }) => one.productId),
    ['b'],
  );
  await client.call('DELETE', '/api/products/v1/products/c');
  assert.deepEqual(await ask(client, 'POST', `${path}/remove`, { productIds: ['b', 'c', 'nowhere'] }), { removed: 2 });
  assert.deepEqual(await states(), { a: 'Accepted' });
  assert.deepEqual((await ask(client, 'GET', '/api/channels/v1/channels/shop')).productCounts, { Accepted: 1 });
  await world.poll(adapter);
});

test('products are filtered by their states on channels, page by page, in lists and counts, without deleted ones', async () => {
  const { client, submit, report } = await connected('filtering');
  const { submissionId } = await submit(['a', 'b', 'c']);
  await report(submissionId, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Rejected' },
      { productId: 'b', status: 'Accepted' },
      { productId: 'c', status: 'Rejected' },
    ],
  });
  await client.importProducts([{ __ID: 'd' }]);
  const list = (query: string) => ask(client, 'GET', `/api/products/v1/products?count=true&${query}`);
  const ids = async (query: string) => {
    const { products, count } = await list(query);
    assert.equal(count, products.length);
    return products.map((one: { productId: string }) => one.productId);
  };
  assert.deepEqual(await ids('channelState=shop:Rejected'), ['a', 'c']);
  assert.deepEqual(await ids('channelState=shop:Rejected&channelState=shop:Accepted'), ['a', 'b', 'c']);
  assert.deepEqual(await ids('channelState=shop:Rejected&channelState=elsewhere:Rejected'), []);
  assert.deepEqual(await ids('channelState=shop:Rejected&sort=-__ID'), ['c', 'a']);
  const first = await list('channelState=shop:Rejected&limit=1');
  const second = await list(`channelState=shop:Rejected&limit=1&startingAfter=${first.next}`);
  assert.deepEqual([first.products[0].productId, second.products[0].productId, second.next], ['a', 'c', null]);
  await client.call('DELETE', '/api/products/v1/products/a');
  assert.deepEqual(await ids('channelState=shop:Rejected'), ['c']);
  const refused = await send(client, 'GET', '/api/products/v1/products?channelState=shop:rejected');
  assert.equal(refused.body.code, 'invalid-parameter');
  const marked = await ask(client, 'POST', '/api/channels/v1/channels/shop/products', {
    filter: { channelState: ['shop:Rejected'] },
    state: 'Ready',
  });
  assert.equal(marked.changed, 1);
  await world.poll(adapter);
});

test('changes of states are listed page by page, from a number or a time, and a product is listed once, at its last change', async () => {
  const { client, submit, report } = await connected('changes');
  const { submissionId } = await submit(['a', 'b', 'c']);
  const first = await ask(client, 'GET', `${statusPath}/changed?limit=2`);
  assert.deepEqual(
    first.products.map((one: { productId: string }) => one.productId),
    ['a', 'b'],
  );
  assert.equal(first.hasMore, true);
  await report(submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Accepted' }] });
  const second = await ask(client, 'GET', `${statusPath}/changed?from=${first.next}`);
  assert.deepEqual(
    second.products.map((one: { productId: string; state: string }) => `${one.productId} ${one.state}`),
    ['c Submitted', 'a Accepted'],
  );
  const { changed } = second.products[1];
  const since = await ask(client, 'GET', `${statusPath}/changed?from=${encodeURIComponent(changed)}`);
  assert.deepEqual(
    since.products.map((one: { productId: string }) => one.productId),
    ['a'],
  );
  assert.equal(since.next, second.next);
  const future = await ask(client, 'GET', `${statusPath}/changed?from=2999-01-01T00:00:00Z`);
  assert.deepEqual(future, { products: [], hasMore: false, next: second.next });
  assert.equal((await send(client, 'GET', `${statusPath}/changed?from=yesterday`)).status, 400);
  const never = await send(client, 'GET', `${statusPath}/changed?from=99999999999`);
  assert.equal(never.body.code, 'unknown-cursor', 'a cursor from the future would never return a change');
  assert.equal((await send(client, 'GET', `${statusPath}/nowhere`)).body.code, 'unknown-product');
  await world.poll(adapter);
});

test('the states of an ended connection are invisible at once, are deleted in batches, and a new connection begins without them', async () => {
  const { database } = world.service;
  const { client, submit, states } = await connected('ending');
  const channel = '/api/channels/v1/channels/shop';
  const counts = async () => (await ask(client, 'GET', channel)).productCounts;
  const stored = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count
      from channel_product
      where client_id = 'ending'`.execute(database);
    return rows[0]?.count ?? -1;
  };
  await submit(['a', 'b', 'c']);
  assert.deepEqual(await counts(), { Submitted: 3 });
  await transaction(database, async (opened) => {
    // because of this lock, neither the request nor the background work can delete any of the states
    await sql`select from channel_product where client_id = 'ending' for update`.execute(opened);
    await ask(client, 'DELETE', channel, undefined, 204);
    assert.equal(await stored(), 3);
    assert.deepEqual(await counts(), {});
    assert.equal((await send(client, 'GET', `${channel}/products`)).body.code, 'unknown-connection');
    const { channels } = await ask(client, 'GET', '/api/products/v1/products/a/channels');
    assert.deepEqual(channels, []);
    const filtered = '/api/products/v1/products?count=true&channelState=shop:Submitted';
    assert.deepEqual((await ask(client, 'GET', filtered)).products, []);
    assert.deepEqual((await ask(client, 'GET', `${filtered}&sort=-__ID`)).products, []);
  });
  await deleteEndedStates(database, 2); // unless the service has already deleted them
  assert.ok((await stored()) <= 1);
  await world.connect(client, adapter, 'shop');
  assert.deepEqual([await stored(), await states(), await counts()], [0, {}, {}]);
  await ask(client, 'POST', `${channel}/products`, { productIds: ['a'], state: 'Ready' });
  await ask(client, 'POST', `${channel}/products`, { productIds: ['b'] });
  assert.deepEqual(await counts(), { Ready: 1, Progress: 1 });
  await ask(client, 'POST', `${channel}/products/remove`, { productIds: ['a'] });
  assert.deepEqual(await counts(), { Progress: 1 });

  await ask(client, 'DELETE', channel, undefined, 204);
  while (await deleteEndedStates(database));
  assert.equal(await stored(), 0);
});

test('concurrent submits, reports and readers lose no change of a state', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const { client, submit, report } = await connected(
    'racing',
    ids.map((__ID) => ({ __ID })),
  );
  const seen = new Map<string, string>();
  let isDone = false;
  const reader = (async () => {
    let next = '0';
    for (;;) {
      const last = isDone;
      const page = await ask(client, 'GET', `${statusPath}/changed?from=${next}&limit=7`);
      for (const product of page.products) seen.set(product.productId, product.state);
      next = page.next;
      if (last && !page.hasMore && page.products.length === 0) return;
    }
  })();
  await Promise.all(
    ids.map(async (id) => {
      const { submissionId } = await submit([id]);
      await report(submissionId, { status: 'Success', items: [{ productId: id, status: 'Accepted' }] });
    }),
  );
  isDone = true;
  await reader;
  assert.equal(seen.size, ids.length);
  assert.ok([...seen.values()].every((state) => state === 'Accepted'));
  assert.equal((await world.poll(adapter)).length, ids.length);
});
