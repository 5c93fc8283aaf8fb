import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { channelIdOf, clientIdOf, provisionalTransaction } from '../../src/platform/index.ts';
import { evaluateProducts } from '../../src/readiness/evaluations/batch-service.ts';
import { claimClient } from '../../src/readiness/evaluations/change-store.ts';
import type { Ruleset } from '../../src/readiness/evaluate/ruleset.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
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

test('a product that was deleted while the client was not connected has no evaluation afterwards', async () => {
  await client.importProducts([{ __ID: 'gone', title: 'G', price: '3' }]);
  assert.equal((await outcomes())['gone'], 'incomplete');
  await client.call('DELETE', '/api/channels/v1/channels/shop');
  await client.call('DELETE', '/api/products/v1/products/gone');
  await drain();
  await world.connect(client, adapter, 'shop');
  const stored = await outcomes();
  assert.ok(!('gone' in stored));
  const tallies = await talliesOf(world, client, 'shop');
  assert.equal(tallies['outcome incomplete'], Object.keys(stored).length);
});

test('lists that an adapter reports for a client without a mapping leave nothing to do', async () => {
  const other = await world.service.client('unmapped');
  const accountId = await world.connect(other, adapter, 'shop');
  await ask(adapter, 'POST', '/external/authentication', {
    clientId: 'unmapped',
    channelId: 'shop',
    accountId,
    status: 'SUCCESS',
    clientSpecificListOfValues: { brands: ['Acme'] },
  });
  const { rows } = await sql`select from ruleset_change where client_id = 'unmapped'`.execute(world.service.database);
  assert.equal(rows.length, 0);
});

test('a formula with `today` keeps its ruleset until the day ends in its time zone', async () => {
  const dated = await world.service.client('dated');
  await dated.define([{ id: 'title', name: 'title', type: { id: 'string' } }]);
  await world.connect(dated, adapter, 'shop');
  await publishMapping(world, dated, 'shop', {
    targets: [{ target: 'title', value: 'formatDate(today("+05:30"), "yyyy-MM-dd")' }],
  });
  await drain();
  const { database } = world.service;
  const rulesets = async () => {
    const { rows } = await sql<{ no: number }>`
      select ruleset_no as no from channel_ruleset where client_id = 'dated' order by ruleset_no`.execute(database);
    return rows.map(({ no }) => no);
  };
  assert.deepEqual(await rulesets(), [1]);
  await sql`insert into ruleset_change (client_id, channel_id) values ('dated', 'shop')`.execute(database);
  await drain();
  assert.deepEqual(await rulesets(), [1]);
  await sql`update channel_ruleset set as_of = as_of - interval '1 day', content_hash = '' where client_id = 'dated'`.execute(
    database,
  );
  await drain();
  assert.deepEqual(await rulesets(), [1, 2]);
});

test('a client whose earlier transactions have not ended comes after clients with work', async () => {
  await drain();
  const claimed = await provisionalTransaction(
    world.service.database,
    async (opened) => {
      await sql`
        insert into client (client_id, name) values ('a-waits', 'Waits'), ('b-works', 'Works')`.execute(opened);
      await sql`
        insert into evaluation_state (client_id, channel_id, listed_from)
        values ('a-waits', '', '999999999'), ('b-works', '', '3')`.execute(opened);
      await sql`
        insert into evaluation_change (client_id, kind, product_ids, size)
        values ('a-waits', 'product', '{x}', 1), ('b-works', 'product', '{x}', 1)`.execute(opened);
      return claimClient(opened);
    },
    () => false,
  );
  assert.equal(claimed?.clientId, 'b-works');
});

test('a step ends between two products when it has taken too long, and reports how many it handled', async () => {
  const slow = {
    readsAssets: false,
    judge(): never {
      const until = performance.now() + 1_500;
      while (performance.now() < until);
      return {
        problems: [],
        outcome: 'ready',
        outputHash: 0n,
        category: null,
        isComplete: true,
        isValid: true,
        ...none,
      } as never; // the tested function reads only these properties
    },
  } as unknown as Ruleset; // a step uses only this part of a ruleset
  const none = { required: 0, filled: 0, recommended: 0, recommendedFilled: 0, errors: 0, warnings: 0 };
  const clientId = clientIdOf(client.clientId);
  const channels = [{ channelId: channelIdOf('shop'), rulesetNo: 99, readyWhen: 'marked' as const, ruleset: slow }];
  const done = await provisionalTransaction(
    world.service.database,
    (opened) => evaluateProducts(opened, clientId, channels, ['a', 'b', 'd']),
    () => false,
  );
  assert.equal(done, 2);
});

test('the id of a category may contain any character', async () => {
  const publisher = await world.adapter('categories');
  const owner = await world.service.client('categories');
  const id = 'a\u001fb,{"c"}\\';
  await owner.define([{ id: 'title', name: 'title', type: { id: 'string' } }]);
  await world.connect(owner, publisher, 'categories');
  await publishStandard(publisher, 'categories', { ...standard, categories: [{ id, name: 'A', parentId: null }] });
  await owner.importProducts([{ __ID: 'a', title: 'A' }, { __ID: 'b' }, { __ID: 'c', title: 'C' }]);
  const [title] = mapping.targets;
  await publishMapping(world, owner, 'categories', { targets: title && [title], category: { otherwise: id } });
  await drain();
  const stored = await storedOutcomes(world, owner, 'categories');
  assert.deepEqual(stored, await evaluatedFromNothing(world, owner, 'categories'));
  assert.deepEqual(await talliesOf(world, owner, 'categories'), {
    [`category ${id}`]: 3,
    'outcome incomplete': 1,
    'outcome ready': 2,
    'problem title required-missing': 1,
  });
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
