import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, send } from '../channels/gateway-world.ts';
import { gatedStandard, submit, startGatedScene } from '../submissions/gated-world.ts';
import type { TestCaller } from '../test-service.ts';
import { publishStandard } from './readiness-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  ({ world, adapter, client } = await startGatedScene('client'));
  await client.importProducts([{ __ID: 'a', title: 'A' }]);
  await world.service.evaluations.drain();
});
after(() => world[Symbol.asyncDispose]());

test('a channel that is made again with the same id never computes an old submission by its new standard', async () => {
  const { submissionId } = await submit(client, { productIds: ['a'] });
  await world.poll(adapter);
  const page = `/external/submissions/${submissionId}/products?shape=channel`;
  assert.deepEqual((await ask(adapter, 'GET', page)).products, [{ __ID: 'a', category: null, values: { title: 'A' } }]);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  await ask(world.operator, 'DELETE', '/console/channels/shop', undefined, 204);
  await ask(world.operator, 'POST', '/console/channels', { channelId: 'shop', name: 'shop', adapterId: 'shop' }, 201);
  await publishStandard(adapter, 'shop', {
    attributes: gatedStandard.attributes.slice(0, 1),
  });
  const { version } = await ask(adapter, 'GET', '/external/channels/shop/standard/versions').then(
    ({ versions }) => versions[0],
  );
  assert.equal(version, 2);
  assert.notEqual((await send(adapter, 'GET', page)).status, 200);
});
