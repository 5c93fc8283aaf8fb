import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
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
const log = '/api/submit/v1/submissions';
const dayMs = 86_400_000;

/**
 * Moves all unread events 40 days into the past, adds 31 days to the recorded running time of the service, and runs the retention before
 * and after this addition.
 */
async function purgeUnread(): Promise<void> {
  const { database, eventRetention } = world.service;
  await sql`select ensure_event_partition((now() at time zone 'UTC')::date - 40 + day) from generate_series(-1, 1) as day`.execute(
    database,
  );
  await sql`
    update event set created = event.created - interval '40 days'
    where exists (select 1 from pending where pending.adapter_id = event.adapter_id and pending.created = event.created)`.execute(
    database,
  );
  await sql`update pending set created = pending.created - interval '40 days'`.execute(database);
  await eventRetention.drain();
  await sql`update service_running set running_ms = running_ms + ${31 * dayMs}::bigint`.execute(database);
  await eventRetention.drain();
}

test('a submission whose event was purged unread fails as never picked up, and its products are Ready and can be submitted again', async () => {
  const { client, submit, report, states } = await connected('away');
  const first = await submit(['a']);
  await report(first.submissionId, { status: 'Success' });
  await world.poll(adapter);
  await client.importProducts([{ __ID: 'a', color: 'red' }]);
  const { submissionId } = await submit(['a', 'b']);
  const { next } = await ask(client, 'GET', '/api/channels/v1/shop/status/products/changed');
  await purgeUnread();

  const failed = await ask(client, 'GET', `${log}/${submissionId}`);
  assert.deepEqual([failed.status, failed.messages, failed.event], ['Failed', ['never picked up'], null]);
  assert.ok(failed.finished);
  assert.deepEqual(await states(), { a: 'Ready', b: 'Ready' });
  const { products } = await ask(client, 'GET', `/api/channels/v1/shop/status/products/changed?from=${next}`);
  assert.deepEqual(
    products.map((one: Record<string, unknown>) => [one['productId'], one['message'], one['changedSince']]),
    [
      ['a', 'never picked up', true],
      ['b', 'never picked up', false],
    ],
  );

  const late = await ask(adapter, 'GET', `/external/submissions/${submissionId}`);
  assert.equal(late.status, 'Failed');
  assert.deepEqual((await ask(adapter, 'GET', `/external/submissions/${submissionId}/products`)).products, []);
  await report(submissionId, { status: 'Success' });
  assert.deepEqual(await states(), { a: 'Ready', b: 'Ready' }, 'a late report on it changes nothing');

  const again = await ask(client, 'POST', `${log}/${submissionId}/resubmit`, {}, 202);
  assert.equal(again.submitted, 2);
  assert.deepEqual(await states(), { a: 'Submitted', b: 'Submitted' });
  await world.poll(adapter);
});

test('a submission that was fetched but never reported fails, and one with a report stays as it is', async () => {
  const { client, submit, report, states } = await connected('silent');
  const fetched = await submit(['a']);
  await ask(adapter, 'GET', `/external/submissions/${fetched.submissionId}`);
  const reported = await submit(['b']);
  await report(reported.submissionId, { status: 'Sent' });
  await purgeUnread();
  const failed = await ask(client, 'GET', `${log}/${fetched.submissionId}`);
  assert.deepEqual([failed.status, failed.messages], ['Failed', ['picked up, but never reported']]);
  assert.equal((await ask(client, 'GET', `${log}/${reported.submissionId}`)).status, 'Pending');
  assert.deepEqual(await states(), { a: 'Ready', b: 'Submitted' });
});

test('a withdrawal that was never picked up leaves the products as they were', async () => {
  await ask(adapter, 'PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
  const { client, submit, report, states } = await connected('keeping');
  await report((await submit(['a'])).submissionId, { status: 'Success' });
  await world.poll(adapter);
  const { submissionId } = await ask(client, 'POST', '/api/submit/v1/channels/shop/withdrawals', ['a'], 202);
  await purgeUnread();
  assert.equal((await ask(client, 'GET', `${log}/${submissionId}`)).status, 'Failed');
  assert.deepEqual(await states(), { a: 'Accepted' });
});

test('an account whose check was purged unread fails with that message, and can be checked again', async () => {
  const client = await world.service.client('unchecked');
  const properties = { shopUrl: 'https://x', apiToken: 'y' };
  const accounts = '/api/channels/v1/channels/shop/accounts';
  const { accountId } = await ask(client, 'POST', accounts, { name: 'Shop', properties }, 201);
  await purgeUnread();
  const failed = await ask(client, 'GET', `${accounts}/${accountId}`);
  assert.deepEqual([failed.state, failed.message], ['Failed', 'never picked up']);
  assert.equal((await ask(client, 'POST', `${accounts}/${accountId}/validate`, {})).state, 'Authenticating');
  const [event] = await world.poll(adapter);
  assert.deepEqual([event.eventType, event.data.properties], ['AUTHENTICATION_EVENT', properties]);
});

test('operators see how many events were purged unread, by client and type', async () => {
  const { submit } = await connected('watched');
  await submit(['a']);
  await submit(['b']);
  await purgeUnread();
  const { streams } = await ask(world.operator, 'GET', '/console/streams');
  const [stream] = streams;
  const [watched] = stream.purges.filter((one: { clientId: string }) => one.clientId === 'watched');
  assert.deepEqual([watched.eventType, watched.count], ['SUBMIT_EVENT', 2]);
  assert.ok(Date.parse(watched.last) > 0);
  const sum = stream.purges.reduce((total: number, one: { count: number }) => total + one.count, 0);
  assert.equal(stream.purgedUnread, sum);
  assert.equal((await send(world.operator, 'GET', '/console/streams')).status, 200);
});

test('an event about a client that left is offered until it has been read, and its purge time is unknown', async () => {
  const { client } = await connected('leaving', [{ __ID: 'a' }]);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  await purgeUnread();
  const { streams } = await ask(world.operator, 'GET', '/console/streams');
  assert.deepEqual([streams[0].backlog, streams[0].purgeFrom], [1, null]);
  const listed = await ask(world.operator, 'GET', '/console/adapters/shop/events?unacknowledged=true');
  assert.deepEqual(
    listed.events.map((event: { eventType: string }) => event.eventType),
    ['CLIENT_CHANNEL_DELETED_EVENT'],
  );
  const [event, ...others] = await world.poll(adapter);
  assert.deepEqual([event.eventType, event.clientId, others], ['CLIENT_CHANNEL_DELETED_EVENT', 'leaving', []]);
  assert.deepEqual(await world.poll(adapter), []);
});
