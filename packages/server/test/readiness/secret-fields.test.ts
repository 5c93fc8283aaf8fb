import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishMapping, publishStandard } from './readiness-world.ts';

test('a formula cannot read a password of an account, nor attributes and products of another client', async () => {
  await using world = await startGatewayWorld();
  const adapter = await world.adapter('shop');
  const [client, other] = [await world.service.client('secrets'), await world.service.client('other')];
  const text = { id: 'string' as const };
  for (const one of [client, other]) {
    await one.define([{ id: one === client ? 'own' : 'foreign', name: 'x', type: text }]);
    await world.connect(one, adapter, 'shop');
  }
  await other.importProducts([
    { __ID: 'a', foreign: 'of another client' },
    { __ID: 'b', foreign: 'b' },
  ]);
  const targets = ['address', 'token', 'foreign', 'constructor', 'proto'];
  await publishStandard(adapter, 'shop', { attributes: targets.map((id) => ({ id, name: id, type: text })) });
  await publishMapping(world, client, 'shop', {
    targets: [
      { target: 'address', value: 'account("shopUrl")' },
      { target: 'token', value: 'account("apiToken")' },
      { target: 'foreign', value: 'foreign' },
      { target: 'constructor', value: 'constructor' },
      { target: 'proto', value: '[__proto__]' },
    ],
  });
  await client.importProducts([{ __ID: 'a', own: 'mine' }]);
  await world.service.evaluations.drain();
  const base = '/api/channels/v1/channels/shop/readiness/products';
  const product = await ask(client, 'GET', `${base}/a`);
  assert.deepEqual(product.shape, { address: 'https://shop.test' });
  const broken = product.problems.map(({ code, target }: Record<string, string>) => `${code} ${target}`);
  assert.deepEqual(
    broken.toSorted(),
    ['constructor', 'foreign', 'proto', 'token'].map((target) => `broken-formula ${target}`),
  );
  assert.doesNotMatch(JSON.stringify(product), /a secret token|of another client/);
  await ask(client, 'GET', `${base}/b`, undefined, 404);
});
