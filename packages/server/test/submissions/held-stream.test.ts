import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from '../channels/gateway-world.ts';
import { connectClients } from './connected-client.ts';

let world: GatewayWorld;
let adapter: TestCaller;
let other: TestCaller;
before(async () => {
  world = await startGatewayWorld({ databasePool: 6 });
  adapter = await world.adapter('shop');
  other = await world.adapter('market');
});
after(() => world[Symbol.asyncDispose]());

const connected = connectClients(
  () => world,
  () => adapter,
);
const submitPath = '/api/submit/v1/channels/shop/products';

/**
 * Locks the stream of the adapter `shop`, like a transaction of a halted process. The lock ends when `unlock` is called or the object is
 * disposed of.
 */
async function lockStream(): Promise<AsyncDisposable & { unlock: () => Promise<void> }> {
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const lock = world.service.database.transaction().execute(async (opened) => {
    await sql`select 1 from stream where stream.adapter_id = 'shop' for update`.execute(opened);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  const unlock = async () => {
    held.resolve();
    await lock;
    await world.service.eventRelay.drain();
  };
  return { unlock, [Symbol.asyncDispose]: unlock };
}

const submissionsOf = (events: { eventType: string; data: { submissionId: string } }[]) =>
  events.flatMap(({ eventType, data }) => (eventType === 'SUBMIT_EVENT' ? [data.submissionId] : []));

test('While a stream is locked, submits to it and all other calls are answered as usual, other adapters get their events, and nothing is lost.', async () => {
  const first = await connected('first', [{ __ID: 'a' }]);
  const second = await connected('second', [{ __ID: 'a' }]);
  await world.connect(second.client, other, 'market');
  await using stream = await lockStream();
  const submits = [first, second].flatMap(({ client }) =>
    Array.from({ length: 7 }, () => send(client, 'POST', submitPath, ['a'])),
  );
  const answers = Promise.all(submits);
  for (let round = 0; round < 5; round += 1) {
    const { submissionId } = await ask(second.client, 'POST', '/api/submit/v1/channels/market/products', ['a'], 202);
    assert.deepEqual(submissionsOf(await world.poll(other)), [submissionId]);
    assert.equal((await first.client.importProducts([{ __ID: 'b', n: String(round) }], '?origin=edit')).status, 200);
    await ask(first.client, 'GET', '/api/products/v1/products');
  }
  const submitted = (await answers).map(({ status, body, text }) => {
    assert.equal(status, 202, text);
    return body.submissionId as string;
  });
  assert.deepEqual(await world.poll(adapter), []);
  const detail = await ask(first.client, 'GET', `/api/submit/v1/submissions/${submitted[0]}`);
  assert.equal(detail.event, null);
  await stream.unlock();
  assert.deepEqual(submissionsOf(await world.poll(adapter)).toSorted(), submitted.toSorted());
});

test('Events of 8 clients that submit at the same time are in the order of their answers, for each client and channel.', async () => {
  const clients = await Promise.all(
    ['order-a', 'order-b'].map((clientId) => connected(clientId, [{ __ID: 'a' }, { __ID: 'b' }])),
  );
  const done = new Map<string, { clientId: string; sent: number; answered: number }>();
  const submitter = async (place: number) => {
    const { client, submit } = clients[place % 2]!;
    for (let count = 0; count < 5; count += 1) {
      const sent = performance.now();
      const { submissionId } = await submit(['a', 'b']);
      done.set(submissionId, { clientId: client.clientId, sent, answered: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, place) => submitter(place)));
  const read = submissionsOf(await world.poll(adapter)).map((submissionId) => done.get(submissionId)!);
  assert.equal(read.length, 40, 'each event can be polled when its submit is answered');
  for (const [place, event] of read.entries())
    for (const earlier of read.slice(0, place))
      assert.ok(
        earlier.clientId !== event.clientId || event.answered > earlier.sent,
        'a later answer is a later event',
      );
});

test('Events in the outbox count for the quota of events.', async () => {
  const { client } = await connected('limited', [{ __ID: 'a' }]);
  await ask(world.operator, 'PUT', '/console/clients/limited/quotas', { events: 2 });
  await using stream = await lockStream();
  for (const status of [202, 202, 403]) {
    const answer = await send(client, 'POST', submitPath, ['a']);
    assert.equal(answer.status, status, answer.text);
  }
  await stream.unlock();
  assert.equal((await world.poll(adapter)).length, 2);
});

test('A client is deleted only when its adapters can be notified, also if their stream is locked at first.', async () => {
  await connected('leaving', [{ __ID: 'a' }]);
  await using stream = await lockStream();
  await ask(world.operator, 'POST', '/console/clients/leaving/deletion', { clientId: 'leaving' }, 202);
  await world.service.tenancy.deletions.drain();
  const path = '/console/clients/leaving/deletion';
  assert.equal((await ask(world.operator, 'GET', path)).status, 'Deleting');
  await stream.unlock();
  const [event] = await world.poll(adapter);
  assert.deepEqual([event.eventType, event.clientId], ['CLIENT_CHANNEL_DELETED_EVENT', 'leaving']);
  while ((await ask(world.operator, 'GET', path)).status !== 'Completed') await world.service.tenancy.deletions.drain();
});

test('An account is validated by its event, also if the id of the event was not recorded in the account.', async () => {
  const { database } = world.service;
  const accounts = '/api/channels/v1/channels/shop/accounts';
  const client = await world.service.client('validated');
  const properties = { shopUrl: 'https://shop.test', apiToken: 'a secret token' };
  const { accountId } = await ask(client, 'POST', accounts, { name: 'Shop', properties }, 201);
  const [event] = await world.poll(adapter);
  const { rows } = await sql<{ eventId: string }>`
    select account.event_id as "eventId" from account where account.account_id = ${accountId}`.execute(database);
  assert.equal(rows[0]?.eventId, event.eventId, 'processes of the former version compare this id');
  const report = { clientId: 'validated', channelId: 'shop', accountId, status: 'SUCCESS', eventId: event.eventId };
  await ask(client, 'POST', `${accounts}/${accountId}/validate`, undefined, 200);
  await sql`update account set event_id = null where account.account_id = ${accountId}`.execute(database);
  assert.equal((await ask(adapter, 'POST', '/external/authentication', report)).outdated, true);
  const [newest] = await world.poll(adapter);
  const answer = await ask(adapter, 'POST', '/external/authentication', { ...report, eventId: newest.eventId });
  assert.deepEqual([answer.outdated, answer.state], [false, 'Connected']);
});
