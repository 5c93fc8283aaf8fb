import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saveDay } from '../../src/readiness/evaluations/trend-store.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { gatedClient, gatedStandard, publishOver } from '../submissions/gated-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishStandard } from './readiness-world.ts';

let world: GatewayWorld;
let client: TestCaller;
let other: TestCaller;
const path = '/api/channels/v1/channels/shop/readiness/days';

before(async () => {
  world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  await publishStandard(adapter, 'shop', gatedStandard);
  client = await gatedClient(world, adapter, 'trend');
  other = await gatedClient(world, adapter, 'other');
  await publishOver(client);
  await client.importProducts([{ __ID: 'a', title: 'A' }, { __ID: 'b' }, { __ID: 'c', title: 'longer than ten' }]);
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

/** Returns the date `days` days after today (UTC), as YYYY-MM-DD. */
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const days = async (caller = client, query = '') => (await ask(caller, 'GET', path + query)).days;
const counts = { ready: 1, incomplete: 1, invalid: 1, unmapped: 0 };

test('the counts of the present day follow the evaluations, and other clients do not see them', async () => {
  const [first, ...rest] = await days();
  assert.deepEqual([first, rest], [{ day: first.day, ...counts }, []]);
  assert.ok([dayAfter(0), dayAfter(-1)].includes(first.day));
  await client.importProducts([{ __ID: 'b', title: 'B' }]);
  await world.service.evaluations.drain();
  const [changed] = (await days()).slice(-1);
  assert.deepEqual([changed.ready, changed.incomplete], [2, 0]);
  assert.deepEqual(await days(other), []);
});

test('each day keeps its last counts, the oldest is first, and days that are too old are deleted', async () => {
  const { database } = world.service;
  await saveDay(database, dayAfter(1));
  await client.importProducts([{ __ID: 'c', title: 'C' }]);
  await world.service.evaluations.drain();
  await saveDay(database, dayAfter(2));
  const found = await days();
  assert.deepEqual(
    found.slice(-2).map(({ day, ready }: { day: string; ready: number }) => [day, ready]),
    [
      [dayAfter(1), 2],
      [dayAfter(2), 3],
    ],
  );
  assert.deepEqual(await days(client, '?days=1'), found.slice(-1));
  await saveDay(database, dayAfter(402));
  assert.deepEqual(
    (await days()).map(({ day }: { day: string }) => day),
    [dayAfter(2), dayAfter(402)],
  );
});
