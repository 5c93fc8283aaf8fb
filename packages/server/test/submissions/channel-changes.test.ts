import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChannelProduct } from '@pimento/contract';
import { sql } from 'kysely';
import { purgeEntries } from '../../src/catalog/changes/change-store.ts';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);

const statusPath = '/api/channels/v1/shop/status/products';

/** Reads the product states that have changed since the cursor `from`, or since the beginning without it. Also returns the next cursor. */
async function changedAfter(client: TestCaller, from: string | undefined) {
  const page = await ask(client, 'GET', `${statusPath}/changed${from === undefined ? '' : `?from=${from}`}`);
  const states = page.products.map(
    ({ productId, changedSince, isDeleted }: ChannelProduct) =>
      `${productId}${changedSince ? ' changed' : ''}${isDeleted ? ' deleted' : ''}`,
  );
  return { states: states as string[], next: page.next as string }; // the contract declares this type
}

const remove = (client: TestCaller, id: string) => client.call('DELETE', `/api/products/v1/products/${id}`);

test('a change after the submission is a change of the state, once until the product is submitted again', async () => {
  const { client, submit } = await connected('changing', [{ __ID: 'a' }, { __ID: 'b' }, { __ID: 'never' }]);
  await submit({ productIds: ['a', 'b'] });
  const start = await changedAfter(client, undefined);
  assert.deepEqual(start.states, ['a', 'b']);
  await client.importProducts([
    { __ID: 'b', x: '1' },
    { __ID: 'never', x: '1' },
  ]);
  const first = await changedAfter(client, start.next);
  assert.deepEqual(first.states, ['b changed']);
  await client.importProducts([{ __ID: 'b', x: '2' }]);
  assert.deepEqual((await changedAfter(client, first.next)).states, [], 'it was changed already');
  await submit({ productIds: ['b'] });
  const again = await changedAfter(client, first.next);
  assert.deepEqual(again.states, ['b']);
  await client.importProducts([{ __ID: 'b', x: '3' }]);
  assert.deepEqual((await changedAfter(client, again.next)).states, ['b changed']);
});

test('deleting a product is a change of its state on the channel, and so is creating it again', async () => {
  const { client, submit } = await connected('deleting', [{ __ID: 'a' }, { __ID: 'b' }]);
  await submit({ productIds: ['a', 'b'] });
  const { next } = await changedAfter(client, undefined);
  await remove(client, 'a');
  const gone = await changedAfter(client, next);
  assert.deepEqual(gone.states, ['a changed deleted']);
  const status = await ask(client, 'GET', `${statusPath}/a`);
  assert.deepEqual([status.state, status.isDeleted, status.changedSince], ['Submitted', true, true]);
  await client.importProducts([{ __ID: 'a' }]);
  const back = await changedAfter(client, gone.next);
  assert.deepEqual(back.states, ['a changed']);
  assert.equal((await changedAfter(client, back.next)).states.length, 0);
});

test('a product that is changed while a submission is open shows its change with the submission', async () => {
  const { client, submit } = await connected('between', [{ __ID: 'a' }]);
  await submit({ productIds: ['a'] });
  const { next } = await changedAfter(client, undefined);
  await client.importProducts([{ __ID: 'a', x: '1' }]);
  const changed = await changedAfter(client, next);
  assert.deepEqual(changed.states, ['a changed']);
  const { submissionId } = await submit({ productIds: ['a'] });
  const submitted = await changedAfter(client, changed.next);
  assert.deepEqual(submitted.states, ['a']);
  await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  assert.deepEqual((await changedAfter(client, submitted.next)).states, ['a changed']);
});

test('connections that are older than the feed, or far behind it, compare all their products', async () => {
  const { client, submit } = await connected('behind', [{ __ID: 'a' }, { __ID: 'b' }, { __ID: 'c' }]);
  await submit({ productIds: ['a', 'b', 'c'] });
  const start = await changedAfter(client, undefined);
  await sql`update connection set feed_position = null where client_id = 'behind'`.execute(world.service.database);
  await remove(client, 'a');
  const first = await changedAfter(client, start.next);
  assert.deepEqual(first.states, ['a changed deleted']);
  await client.importProducts([{ __ID: 'b', x: '1' }]);
  await client.importProducts([{ __ID: 'new' }]);
  await sql`update product_feed set at = at - interval '40 days' where client_id = 'behind'`.execute(
    world.service.database,
  );
  await transaction(world.service.database, (opened) => purgeEntries(opened, clientIdOf('behind'), new Date()));
  await client.importProducts([{ __ID: 'c', x: '1' }]);
  assert.deepEqual((await changedAfter(client, first.next)).states, ['b changed', 'c changed']);
});

test('many changes are applied in several steps, and readers get each once', async () => {
  const products = Array.from({ length: 5_000 }, (_, place) => ({ __ID: `p-${place}` }));
  const { client, submit } = await connected('many', products);
  await submit({ filter: {} });
  // the submission has recorded one change per product, with the numbers from 1
  let next = String(products.length);
  await client.importProducts(products.map(({ __ID }) => ({ __ID, x: '1' })));
  const seen: string[] = [];
  for (;;) {
    const page = await ask(client, 'GET', `${statusPath}/changed?limit=1000&from=${next}`);
    seen.push(...page.products.map(({ productId }: ChannelProduct) => productId));
    next = page.next;
    if (page.products.length === 0) break;
  }
  assert.equal(seen.length, 5_000);
  assert.equal(new Set(seen).size, 5_000);
});

test('submissions are listed newest first even if the clock was set back', async () => {
  const { client, submit } = await connected('clock', [{ __ID: 'a' }]);
  const first = await submit({ productIds: ['a'] });
  // simulates a submission by a process whose clock was ahead
  const ahead = `ffffffff${first.submissionId.slice(8)}`;
  await sql`
    update submission
    set submission_id = ${ahead}::uuid
    where client_id = 'clock' and submission_id = ${first.submissionId}::uuid`.execute(world.service.database);
  const second = await submit({ productIds: ['a'] });
  const log = '/api/submit/v1/submissions';
  const page = await ask(client, 'GET', `${log}?limit=1`);
  assert.deepEqual(
    page.submissions.map((one: { submissionId: string }) => one.submissionId),
    [second.submissionId],
  );
  const rest = await ask(client, 'GET', `${log}?limit=1&startingAfter=${page.next}`);
  assert.deepEqual(
    rest.submissions.map((one: { submissionId: string }) => one.submissionId),
    [ahead],
  );
  const unknown = await client.call('GET', `${log}?startingAfter=00000000-0000-7000-8000-000000000000`);
  assert.equal(unknown.body.code, 'unknown-cursor');
});
