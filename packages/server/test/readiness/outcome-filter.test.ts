import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { lockClientEvaluations } from '../../src/readiness/evaluations/change-store.ts';
import { clientIdOf, transaction } from '../../src/platform/index.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishMapping, publishStandard } from './readiness-world.ts';

const text = { id: 'string' as const };
const title = {
  id: 'title',
  name: 'Title',
  type: text,
  requirement: 'required' as const,
  restriction: { parameters: { maxLength: 10 } },
};
const standard = { attributes: [title] };
const mapping = { targets: [{ target: 'title', value: 'title' }] };
const outcomes = ['ready', 'incomplete', 'invalid', 'unmapped', 'checking'] as const;

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  client = await world.service.client('outcomes');
  await client.define([{ id: 'title', name: 'title', type: text }]);
  await client.importProducts([
    { __ID: 'a', title: 'A', __CATEGORY: 'pens' },
    { __ID: 'b' },
    { __ID: 'c', title: 'longer than ten', __CATEGORY: 'pens' },
    { __ID: 'd', title: 'D' },
  ]);
  await publishStandard(adapter, 'shop', standard);
  await world.connect(client, adapter, 'shop');
});
after(() => world[Symbol.asyncDispose]());

const drain = async () => {
  await world.service.searchIndexing.drain();
  await world.service.evaluations.drain();
};

interface Listed {
  products: { productId: string }[];
  hasMore: boolean;
  next: string | null;
}

/** Returns the ids of all products of a list, read in pages of two. */
async function listed(query: string): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const from: string = next === null ? '' : `&startingAfter=${next}`;
    const page: Listed = await ask(client, 'GET', `/api/products/v1/products?limit=2&${query}${from}`);
    ids.push(...page.products.map(({ productId }) => productId));
    next = page.next;
  } while (next !== null);
  return ids;
}

/** Returns the ids of the products of each outcome on a channel. */
async function byOutcome(channelId: string): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    outcomes.map(async (outcome) => [outcome, await listed(`readiness=${channelId}:${outcome}`)] as const),
  );
  return Object.fromEntries(lists.filter(([, ids]) => ids.length > 0));
}

const exported = async (query: string): Promise<string[]> => {
  const { text: lines } = await send(client, 'GET', `/api/products/v1/products/export?${query}`);
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { __ID: string }).__ID); // each line of an export is a product
};

test('before a mapping is published every product is unmapped, and a channel without a connection has none', async () => {
  assert.deepEqual(await byOutcome('shop'), { unmapped: ['a', 'b', 'c', 'd'] });
  assert.deepEqual(await byOutcome('unheard-of'), {});
});

test('products are filtered by their current outcome, in lists, counts and exports', async () => {
  await publishMapping(world, client, 'shop', mapping);
  await drain();
  assert.deepEqual(await byOutcome('shop'), { ready: ['a', 'd'], incomplete: ['b'], invalid: ['c'] });
  assert.deepEqual(await listed('readiness=shop:ready&readiness=shop:invalid'), ['a', 'c', 'd']);
  assert.deepEqual(await listed('readiness=shop:ready&readiness=mall:ready'), []);
  assert.deepEqual(await listed('readiness=shop:ready&readiness=shop:invalid&category=pens'), ['a', 'c']);
  assert.deepEqual(await listed('readiness=shop:ready&productId=a&productId=b'), ['a']);
  assert.deepEqual(await exported('readiness=shop:ready'), ['a', 'd']);
  for (const within of ['', '&countWithin=1000']) {
    const { count } = await ask(client, 'GET', `/api/products/v1/products?readiness=shop:ready&count=true${within}`);
    assert.equal(count, 2);
  }
});

test('another outcome, and an outcome without a channel, are refused', async () => {
  for (const wrong of ['ready', 'shop:Ready', 'shop:', ':ready', 'shop:done']) {
    const { status, body } = await send(client, 'GET', `/api/products/v1/products?readiness=${wrong}`);
    assert.deepEqual([status, body.code], [400, 'invalid-parameter'], wrong);
  }
  const empty = await send(client, 'POST', '/api/products/v1/deletions', { filter: { readiness: [] } });
  assert.equal(empty.status, 400);
});

test('what is not provably current is checking and nothing else, whatever made it so', async () => {
  const key = { clientId: clientIdOf(client.clientId), channelId: 'shop' };
  await transaction(world.service.database, async (opened) => {
    // Nothing is evaluated while this lock is held.
    await lockClientEvaluations(opened, key.clientId);
    await client.importProducts([
      { __ID: 'a', title: 'much longer than ten' },
      { __ID: 'e', title: 'E' },
    ]);
    assert.deepEqual(await byOutcome('shop'), {
      ready: ['d'],
      incomplete: ['b'],
      invalid: ['c'],
      checking: ['a', 'e'],
    });
    assert.deepEqual(await listed('readiness=shop:checking&readiness=shop:incomplete'), ['a', 'b', 'e']);
    await ask(client, 'PUT', '/api/channels/v1/channels/shop/readiness/products/b/overrides', {
      values: { title: 'B' },
    });
    assert.deepEqual(await byOutcome('shop'), { ready: ['d'], invalid: ['c'], checking: ['a', 'b', 'e'] });
    await publishStandard(adapter, 'shop', {
      attributes: [{ ...title, restriction: { parameters: { maxLength: 9 } } }],
    });
    assert.deepEqual(await byOutcome('shop'), { checking: ['a', 'b', 'c', 'd', 'e'] });
  });
  await drain();
  assert.deepEqual(await byOutcome('shop'), { ready: ['b', 'd', 'e'], invalid: ['a', 'c'] });
});

test('during a pass only the products that it has evaluated are current', async () => {
  const { database } = world.service;
  const clientId = clientIdOf(client.clientId);
  await transaction(database, async (opened) => {
    await lockClientEvaluations(opened, clientId);
    await sql`
      update evaluation_state
      set built_through = 'b', proven_no = 0
      where client_id = ${clientId} and channel_id = 'shop'`.execute(database);
    await sql`
      update channel_ruleset
      set compatible_from = 2
      where client_id = ${clientId} and channel_id = 'shop' and ruleset_no = 2`.execute(database);
    await sql`update channel_evaluation set ruleset_no = 1 where client_id = ${clientId}`.execute(database);
    assert.deepEqual(await byOutcome('shop'), { ready: ['b'], invalid: ['a'], checking: ['c', 'd', 'e'] });
  });
  await drain();
  assert.deepEqual(await byOutcome('shop'), { ready: ['b', 'd', 'e'], invalid: ['a', 'c'] });
});

test('a deletion and a choice for a channel use the outcome', async () => {
  const onChannel = { filter: { readiness: ['shop:ready'] }, state: 'Ready' };
  const added = await ask(client, 'POST', '/api/channels/v1/channels/shop/products', onChannel);
  assert.equal(added.changed, 3);
  const invalid = { filter: { readiness: ['shop:invalid'] } };
  const differs = await send(client, 'POST', '/api/products/v1/deletions', { ...invalid, expected: 3 });
  assert.deepEqual([differs.status, differs.body.count], [409, 2]);
  const deletion = await ask(client, 'POST', '/api/products/v1/deletions', { ...invalid, expected: 2 }, 202);
  assert.equal(deletion.chosen, 2);
});
