import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask, type GatewayWorld } from '../../channels/gateway-world.ts';
import { publishStandard } from '../../readiness/readiness-world.ts';
import type { TestCaller } from '../../test-service.ts';
import {
  channelPath,
  gatedMapping,
  gatedStandard,
  submitAtOnce,
  submittedIds,
  startGatedScene,
} from '../gated-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let client: TestCaller;

before(async () => {
  ({ world, adapter, client } = await startGatedScene('trials'));
  await client.importProducts([
    { __ID: 'changes', title: 'A', note: 'x' },
    { __ID: 'held', title: 'A', note: 'x' },
    { __ID: 'already', title: 'A', note: 'x' },
    { __ID: 'same', title: 'B' },
    { __ID: 'spoiled', title: 'C', note: 'x' },
    { __ID: 'fixed', title: 'longer than ten' },
    { __ID: 'elsewhere', title: 'A', note: 'x' },
  ]);
  await drain();
  const onChannel = ['changes', 'held', 'already', 'same', 'spoiled', 'fixed'];
  await ask(client, 'POST', `${channelPath}/products`, { productIds: onChannel, state: 'Progress' });
  await submitDue();
  await ask(client, 'POST', `${channelPath}/products/hold`, { productIds: ['held'], isHeld: true });
  await client.importProducts([{ __ID: 'already', note: 'y' }]);
  await drain();
});
after(() => world[Symbol.asyncDispose]());

const drain = () => world.service.evaluations.drain();

/** Submits the due products as an automatic run does, lets the adapter accept them, and returns their ids. */
async function submitDue(): Promise<string[]> {
  const { submissionId } = await submitAtOnce(world, client, { kind: 'due' });
  if (submissionId === null) return [];
  await world.poll(adapter);
  await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`);
  await ask(adapter, 'POST', `/external/submissions/${submissionId}/status`, { status: 'Success' });
  return submittedIds(world, submissionId);
}

async function trialOf(title: string, note: string): Promise<{ again: number; first: number } | null> {
  const targets = [
    { target: 'title', value: title },
    { target: 'note', value: note },
  ];
  await ask(client, 'PUT', `${channelPath}/mapping`, { ...gatedMapping, targets });
  const { trialId } = await ask(client, 'POST', `${channelPath}/mapping/trials`, undefined, 202);
  await drain();
  const trial = await ask(client, 'GET', `${channelPath}/mapping/trials/${trialId}`);
  assert.equal(trial.status, 'Completed');
  return trial.due;
}

test('a draft that changes nothing in the channel shape makes nothing due', async () => {
  assert.deepEqual(await trialOf('left(title, 20)', 'note'), { again: 0, first: 0 });
});

test('a trial counts exactly the products that publishing makes due, without those that are held, due already or not on the channel', async () => {
  const due = await trialOf('left(title, 10)', 'if(title = "C", "too long", upper(note))');
  assert.deepEqual(due, { again: 1, first: 1 }, '`changes` again, `fixed` first');
  assert.deepEqual(await submitDue(), ['already']);
  await ask(client, 'POST', `${channelPath}/mapping/publish`, {});
  await drain();
  assert.deepEqual(await submitDue(), ['already', 'changes', 'fixed']);
});

test('before the first published mapping, products whose state is Ready are due already', async () => {
  const plain = await world.adapter('plain');
  await world.connect(client, plain, 'plain');
  await ask(client, 'POST', '/api/channels/v1/channels/plain/products', { productIds: ['changes'], state: 'Ready' });
  await publishStandard(plain, 'plain', gatedStandard);
  const path = '/api/channels/v1/channels/plain/mapping';
  await ask(client, 'PUT', path, gatedMapping);
  const { trialId } = await ask(client, 'POST', `${path}/trials`, undefined, 202);
  await drain();
  assert.deepEqual((await ask(client, 'GET', `${path}/trials/${trialId}`)).due, { again: 0, first: 0 });
});
