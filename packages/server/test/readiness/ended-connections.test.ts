import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteEndedEvaluations } from '../../src/readiness/evaluations/ended-connection-service.ts';
import { ask, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishMapping, publishStandard, storedOutcomes, talliesOf } from './readiness-world.ts';

test('evaluations of an ended connection are deleted in chunks, others stay, and the client can connect again', async () => {
  await using world = await startGatewayWorld();
  const { service } = world;
  const client = await service.client('ended');
  const text = { id: 'string' as const };
  await client.define([{ id: 'title', name: 'title', type: text }]);
  const adapters = { shop: await world.adapter('shop'), mall: await world.adapter('mall') };
  for (const [channel, adapter] of Object.entries(adapters)) {
    await publishStandard(adapter, channel, {
      attributes: [{ id: 'title', name: 'Title', type: text, requirement: 'required' }],
    });
    await world.connect(client, adapter, channel);
    await publishMapping(world, client, channel, { targets: [{ target: 'title', value: 'title' }] });
  }
  const products = Array.from({ length: 1_500 }, (_, index) => ({
    __ID: `p${index}`,
    ...(index % 2 && { title: 'x' }),
  }));
  await client.importProducts(products);
  await service.evaluations.drain();
  const counts = { 'outcome ready': 750, 'outcome incomplete': 750, 'problem title required-missing': 750 };
  assert.deepEqual(await talliesOf(world, client, 'shop'), counts);

  // Deletes one chunk of evaluations before the client connects again. The counts must equal the remaining evaluations.
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  assert.equal(await deleteEndedEvaluations(service.database), true);
  const left = await storedOutcomes(world, client, 'shop');
  // The service may have deleted the next chunk itself.
  assert.ok(left.size <= 500);
  const counted = await talliesOf(world, client, 'shop');
  assert.equal((counted['outcome ready'] ?? 0) + (counted['outcome incomplete'] ?? 0), left.size);
  await world.connect(client, adapters.shop, 'shop');
  await service.evaluations.drain();
  assert.deepEqual(await talliesOf(world, client, 'shop'), counts);

  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  await service.evaluations.drain();
  assert.equal((await storedOutcomes(world, client, 'shop')).size, 0);
  assert.deepEqual(await talliesOf(world, client, 'shop'), {});
  assert.equal((await storedOutcomes(world, client, 'mall')).size, 1_500);
  assert.deepEqual(await talliesOf(world, client, 'mall'), counts);
  assert.equal(await deleteEndedEvaluations(service.database), false);
});
