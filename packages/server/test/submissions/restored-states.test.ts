import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import type { TestCaller } from '../test-service.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
  await ask(adapter, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);

/** Connects a client, submits its products, and then submits them again or withdraws them. Returns both submissions. */
async function submitTwice(clientId: string, again: 'submit' | 'withdraw') {
  const made = await connected(clientId);
  const { client } = made;
  const ids = ['a', 'b', 'c'];
  const { submissionId: earlier } = await made.submit(ids);
  const withdraw = () => ask(client, 'POST', '/api/submit/v1/channels/shop/withdrawals', ids, 202);
  const { submissionId: later } = again === 'submit' ? await made.submit(ids) : await withdraw();
  const cancel = (submissionId: string) => ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  const onChannel = async (productId: string) =>
    (await ask(client, 'GET', `/api/products/v1/products/${productId}/channels`)).channels[0];
  return { ...made, earlier, later, cancel, onChannel };
}

const errors = [{ attributeId: 'weight', message: 'at most 2 kg' }];
const results = {
  status: 'Success',
  items: [
    { productId: 'a', status: 'Accepted', externalId: 'x-a' },
    { productId: 'b', status: 'Returned', message: 'too heavy', errors },
  ],
};

for (const again of ['submit', 'withdraw'] as const) {
  test(`results reported meanwhile apply when the later ${again} is cancelled`, async () => {
    const { earlier, later, report, cancel, states, onChannel } = await submitTwice(`later-${again}`, again);
    await report(earlier, results);
    assert.deepEqual(await states(), { a: 'Submitted', b: 'Submitted', c: 'Submitted' });
    await cancel(later);
    assert.deepEqual(await states(), { a: 'Accepted', b: 'Returned', c: 'Submitted' });
    const b = await onChannel('b');
    assert.deepEqual([b.message, b.errors], ['too heavy', errors]);
    assert.equal((await onChannel('a')).externalId, 'x-a');
    await world.poll(adapter);
  });
}

test('a report without items applies to all products when the later submission is cancelled', async () => {
  const { client, earlier, later, report, cancel, states } = await submitTwice('whole', 'submit');
  await report(earlier, { status: 'Error', message: 'closed' });
  const { next } = await ask(client, 'GET', '/api/channels/v1/shop/status/products/changed');
  await cancel(later);
  assert.deepEqual(await states(), { a: 'Returned', b: 'Returned', c: 'Returned' });
  const { products } = await ask(client, 'GET', `/api/channels/v1/shop/status/products/changed?from=${next}`);
  assert.deepEqual(
    products.map((one: Record<string, unknown>) => [one['productId'], one['state'], one['message']]),
    ['a', 'b', 'c'].map((productId) => [productId, 'Returned', 'closed']),
  );
  await world.poll(adapter);
});

test('a cancelled submission that came after an unreported one waits for the report of that one', async () => {
  const { earlier, later, report, cancel, states } = await submitTwice('waits', 'submit');
  await cancel(later);
  assert.deepEqual(await states(), { a: 'Submitted', b: 'Submitted', c: 'Submitted' });
  await report(earlier, { status: 'Error', message: 'closed' });
  assert.deepEqual(await states(), { a: 'Returned', b: 'Returned', c: 'Returned' });
  await world.poll(adapter);
});

test('two unreported submissions that are cancelled leave the states of before both', async () => {
  const { client, submit, report, cancel, states } = await submitTwice('both', 'submit');
  await world.poll(adapter);
  const accepted = await submit(['a']);
  await report(accepted.submissionId, { status: 'Success' });
  const first = await submit(['a']);
  const second = await submit(['a']);
  await cancel(second.submissionId);
  await cancel(first.submissionId);
  assert.equal((await states())['a'], 'Accepted');
  assert.equal((await ask(client, 'GET', '/api/submit/v1/submissions')).submissions.length, 5);
  await world.poll(adapter);
});
