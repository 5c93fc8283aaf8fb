import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
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

test('a client with too many unacknowledged events submits and connects no more until its adapter has read some', async () => {
  const [full, other] = [await connected('full'), await connected('other')];
  await world.poll(adapter);
  await ask(world.operator, 'PUT', '/console/clients/full/quotas', { events: 2 });
  const submits = '/api/submit/v1/channels/shop/products';
  await full.submit(['a']);
  await full.submit(['b']);
  const validation = `/api/channels/v1/channels/shop/accounts/${full.accountId}/validate`;
  for (const [path, body] of [
    [submits, ['c']],
    [validation, undefined],
  ] as const) {
    const refused = await send(full.client, 'POST', path, body);
    assert.deepEqual([refused.status, refused.body.code], [403, 'quota-exceeded']);
    assert.deepEqual(refused.body.params, { quota: 'events', max: 2, used: 2 });
  }
  const { submissions } = await ask(full.client, 'GET', '/api/submit/v1/submissions');
  assert.equal(submissions.length, 2);
  const account = await ask(full.client, 'GET', `/api/channels/v1/channels/shop/accounts/${full.accountId}`);
  assert.equal(account.state, 'Connected');
  await other.submit(['a']);
  const usage = await ask(full.client, 'GET', '/console/client-usage');
  assert.deepEqual([usage.quotas.events, usage.used.events], [2, 2]);
  await world.poll(adapter);
  await full.submit(['c']);
});
