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

const connected = connectClients(
  () => world,
  () => adapter,
);

test('a submission shows its sender, its event and whether that was acknowledged, and the time of the last report', async () => {
  const { client, submit, report } = await connected('timeline');
  const { submissionId } = await submit(['a', 'b']);
  const read = () => ask(client, 'GET', `/api/submit/v1/submissions/${submissionId}`);
  const sent = await read();
  assert.equal(sent.actorName, 'test');
  assert.equal(sent.event.acknowledged, false);
  assert.ok(sent.event.created >= sent.created);
  assert.equal(sent.fetched, null);
  assert.equal(sent.lastReport, null);
  const [event] = await world.poll(adapter);
  assert.equal(event.eventId, sent.event.eventId);
  await ask(adapter, 'GET', `/external/submissions/${submissionId}`);
  await report(submissionId, { status: 'Pending', items: [{ productId: 'a', status: 'Accepted' }] });
  const pickedUp = await read();
  assert.equal(pickedUp.event.acknowledged, true);
  assert.ok(pickedUp.fetched >= pickedUp.created);
  assert.ok(pickedUp.lastReport >= pickedUp.fetched);
  await report(submissionId, { status: 'Success' });
  const done = await read();
  assert.ok(done.finished >= done.fetched);
  const { submissions } = await ask(client, 'GET', '/api/submit/v1/submissions');
  assert.deepEqual(
    submissions.map((one: { actorName: string }) => one.actorName),
    ['test'],
  );
});

test('a submission that was cancelled before it was fetched has no report', async () => {
  const { client, submit } = await connected('cancelled');
  const { submissionId } = await submit(['a']);
  await ask(client, 'POST', `/api/submit/v1/submissions/${submissionId}/cancel`);
  const { status, fetched, lastReport } = await ask(client, 'GET', `/api/submit/v1/submissions/${submissionId}`);
  assert.deepEqual({ status, fetched, lastReport }, { status: 'Cancelled', fetched: null, lastReport: null });
  await world.poll(adapter);
});

test('a product shows its state on each channel that it is on, and a channel shows the last call of its adapter', async () => {
  const before = Date.now();
  const { client, submit, report } = await connected('standing', [{ __ID: 'a', __NAME: 'Pen' }, { __ID: 'b' }]);
  const { submissionId } = await submit(['a']);
  const errors = [{ attributeId: 'weight', message: 'at most 2 kg' }];
  await report(submissionId, { status: 'Success', items: [{ productId: 'a', status: 'Returned', errors }] });
  const { channels } = await ask(client, 'GET', '/api/products/v1/products/a/channels');
  assert.deepEqual(
    channels.map((one: Record<string, unknown>) => [one['channelName'], one['state'], one['name'], one['errors']]),
    [['shop', 'Returned', 'Pen', errors]],
  );
  assert.deepEqual(await ask(client, 'GET', '/api/products/v1/products/b/channels'), { channels: [] });
  await ask(client, 'GET', '/api/products/v1/products/nowhere/channels', undefined, 404);
  const [channel] = (await ask(client, 'GET', '/api/channels/v1/channels')).channels;
  // the last use of a key is stored at most once a minute
  assert.ok(Date.parse(channel.adapterLastCall) >= before - 60_000);
  await world.poll(adapter);
});
