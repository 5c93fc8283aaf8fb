import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

const log = '/api/submit/v1/submissions';
const connected = connectClients(
  () => world,
  () => adapter,
);

test('products that were submitted again in the meantime, or whose result is pending, are not resubmitted with the failed ones', async () => {
  const { client, submit, report } = await connected('taken-up');
  const { submissionId } = await submit(['a', 'b', 'c']);
  const items = [
    { productId: 'a', status: 'Rejected' },
    { productId: 'b', status: 'Returned' },
    { productId: 'c', status: 'Pending' },
  ];
  await report(submissionId, { status: 'Success', items });
  await submit(['a']);
  const again = await ask(client, 'POST', `${log}/${submissionId}/resubmit`, {}, 202);
  assert.equal(again.submitted, 1);
  const { products } = await ask(client, 'GET', `${log}/${again.submissionId}/products`);
  assert.deepEqual(
    products.map(({ productId }: { productId: string }) => productId),
    ['b'],
  );
});
