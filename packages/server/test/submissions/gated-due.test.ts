import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemClock } from '../../src/platform/index.ts';
import { runNextAutomatic } from '../../src/submissions/index.ts';
import { ask, type GatewayWorld } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';
import {
  channelPath,
  gatedMapping,
  gatedStandard,
  publishOver,
  submit,
  submitAtOnce,
  submittedIds,
  startGatedScene,
} from './gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  ({ world, adapter, client } = await startGatedScene('due'));
  await client.importProducts([
    { __ID: 'a', title: 'A' },
    { __ID: 'b', title: 'B' },
    { __ID: 'bad', title: 'longer than ten' },
  ]);
  await drain();
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();
const states = async () => {
  const { products } = await ask(client, 'GET', `${channelPath}/products`);
  return Object.fromEntries(products.map((one: { productId: string; state: string }) => [one.productId, one.state]));
};

/** Submits the due products as an automatic run does, lets the adapter accept them unless `accept` is false, and returns their ids. */
async function submitDue({ accept = true } = {}): Promise<string[]> {
  const answer = await submitAtOnce(world, client, { kind: 'due' });
  assert.deepEqual(answer.skipped, []);
  if (answer.submissionId === null) return [];
  await world.poll(adapter);
  if (accept) {
    await ask(adapter, 'GET', `/external/submissions/${answer.submissionId}/products`);
    await ask(adapter, 'POST', `/external/submissions/${answer.submissionId}/status`, { status: 'Success' });
  }
  return submittedIds(world, answer.submissionId);
}

test('products on the channel are due as soon as they are ready, and never before', async () => {
  await ask(client, 'POST', `${channelPath}/products`, { productIds: ['a', 'b', 'bad'], state: 'Progress' });
  assert.deepEqual(await states(), { a: 'Ready', b: 'Ready', bad: 'Progress' });
  assert.deepEqual(await submitDue(), ['a', 'b']);
  assert.deepEqual(await submitDue(), []);
});

test('a change that no formula reads submits nothing; one that changes the channel shape does', async () => {
  await client.importProducts([{ __ID: 'a', unread: 'changed' }]);
  await drain();
  assert.deepEqual(await submitDue(), []);
  await client.importProducts([{ __ID: 'a', title: 'A2' }]);
  await drain();
  assert.deepEqual(await submitDue(), ['a']);
});

test('a product that has become invalid is not due; once repaired, it is due if its channel shape differs', async () => {
  await client.importProducts([{ __ID: 'b', title: 'far too long for it' }]);
  await drain();
  assert.deepEqual(await submitDue(), []);
  await client.importProducts([{ __ID: 'b', title: 'B' }]);
  await drain();
  assert.deepEqual(await submitDue(), []);
  await client.importProducts([{ __ID: 'b', title: 'B2' }]);
  await drain();
  assert.deepEqual(await submitDue(), ['b']);
});

test('a published mapping makes the products due whose channel shape it changes, and no others', async () => {
  await publishOver(client, {
    ...gatedMapping,
    targets: [{ target: 'title', value: 'if(title = "A2", "New", title)' }, gatedMapping.targets[1]],
  });
  await drain();
  assert.deepEqual(await submitDue(), ['a']);
});

test('a held product is not due until it is released', async () => {
  await client.importProducts([{ __ID: 'b', title: 'B3' }]);
  await ask(client, 'POST', `${channelPath}/products/hold`, { productIds: ['b'], isHeld: true });
  await drain();
  assert.deepEqual(await submitDue(), []);
  await ask(client, 'POST', `${channelPath}/products/hold`, { productIds: ['b'], isHeld: false });
  assert.deepEqual(await submitDue(), ['b']);
});

test('a cancelled submission restores the shape that was submitted before, so the change is due again', async () => {
  await client.importProducts([{ __ID: 'b', title: 'B4' }]);
  const { submissionId } = await submit(client, { productIds: ['b'] });
  assert.deepEqual(await submitDue({ accept: false }), []);
  await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  await drain();
  assert.deepEqual(await submitDue(), ['b']);
  assert.deepEqual(await submitDue(), []);
});

test('a product whose submission is cancelled after it became invalid is in Progress, not Ready', async () => {
  await client.importProducts([{ __ID: 'new', title: 'New' }]);
  await drain();
  await ask(client, 'POST', `${channelPath}/products`, { productIds: ['new'], state: 'Ready' });
  const { submissionId } = await submit(client, { productIds: ['new'] });
  await client.importProducts([{ __ID: 'new', title: 'longer than ten' }]);
  await drain();
  await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  assert.equal((await states())['new'], 'Progress');
});

test('a product that was submitted before its connection was gated is due when it has changed at all', async () => {
  const plain = await world.adapter('plain');
  await world.connect(client, plain, 'plain');
  await ask(client, 'POST', '/api/submit/v1/channels/plain/products', { productIds: ['a', 'b'] }, 202);
  await publishStandard(plain, 'plain', gatedStandard);
  const path = '/api/channels/v1/channels/plain/mapping';
  await ask(client, 'PUT', path, gatedMapping);
  await ask(client, 'POST', `${path}/publish`, {});
  await client.importProducts([{ __ID: 'a', unread: 'again' }]);
  await drain();
  const answer = await submitAtOnce(world, client, { kind: 'due' }, undefined, 'plain');
  assert.deepEqual(await submittedIds(world, answer.submissionId), ['a']);
});

test('automatic submits submit what an evaluation has made due, without a change of the product', async () => {
  await ask(client, 'PUT', `${channelPath}/automatic-submit`, { afterImports: { quietSeconds: 0 } });
  const { service } = world;
  const deps = { database: service.database, clock: systemClock };
  const run = async (hours: number) => {
    const at = new Date(Date.now() + hours * 3_600_000);
    while (await runNextAutomatic({ ...deps, clock: { ...systemClock, now: () => at } }));
  };
  await run(1);
  await publishOver(client);
  await drain();
  await run(2);
  const submissions = await ask(client, 'GET', '/api/submit/v1/submissions?channelId=shop&limit=1');
  assert.equal(submissions.submissions[0].origin, 'import');
  assert.deepEqual(await submittedIds(world, submissions.submissions[0].submissionId), ['a']);
});
