import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { createKey } from '../../src/access/index.ts';
import { adapterExists } from '../../src/channels/index.ts';
import { adapterIdOf, systemClock, transaction } from '../../src/platform/index.ts';
import { untilWaitsOrEnds } from '../lock-waits.ts';
import type { TestAnswer } from '../test-service.ts';
import { ask, type GatewayWorld, send, shopFields, startGatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
before(async () => {
  world = await startGatewayWorld();
});
after(() => world[Symbol.asyncDispose]());

test('an operator creates, lists, changes and deletes adapters and channels, but cannot delete one that is in use', async () => {
  const { operator } = world;
  await ask(operator, 'POST', '/console/adapters', { adapterId: 'one', name: 'One' }, 201);
  assert.equal((await send(operator, 'POST', '/console/adapters', { adapterId: 'one', name: 'x' })).status, 409);
  assert.equal((await ask(operator, 'PATCH', '/console/adapters/one', { name: 'Uno' })).name, 'Uno');

  const channel = await ask(
    operator,
    'POST',
    '/console/channels',
    { channelId: 'first', adapterId: 'one', name: 'First', accountFields: shopFields },
    201,
  );
  assert.equal(channel.batchSize, 100);
  assert.equal(channel.accountFields[1].optional, false);
  assert.equal(
    (await send(operator, 'POST', '/console/channels', { channelId: 'first', adapterId: 'one', name: 'x' })).status,
    409,
  );
  assert.equal(
    (await send(operator, 'POST', '/console/channels', { channelId: 'x', adapterId: 'none', name: 'x' })).body.code,
    'unknown-adapter',
  );
  assert.equal(
    (await send(operator, 'POST', '/console/channels', { channelId: 'channels', adapterId: 'one', name: 'x' })).status,
    400,
  );
  const changed = await ask(operator, 'PATCH', '/console/channels/first', {
    batchSize: 7,
    logoUrl: 'https://logo.test/x.png',
  });
  assert.equal(changed.name, 'First');
  assert.equal(changed.batchSize, 7);
  assert.equal(changed.logoUrl, 'https://logo.test/x.png');
  assert.deepEqual((await ask(operator, 'GET', '/console/adapters/one')).channelIds, ['first']);
  assert.equal((await ask(operator, 'GET', '/console/channels?adapterId=one')).channels.length, 1);

  const key = await ask(operator, 'POST', '/console/keys', { kind: 'adapter', adapterId: 'one', name: 'k' }, 201);
  assert.equal(
    (await send(operator, 'POST', '/console/keys', { kind: 'adapter', adapterId: 'none', name: 'k' })).status,
    404,
  );
  const client = await world.service.client('acme');
  await ask(
    client,
    'POST',
    '/api/channels/v1/channels/first/accounts',
    { name: 'a', properties: { shopUrl: 'https://x', apiToken: 'y' } },
    201,
  );
  assert.equal((await send(operator, 'DELETE', '/console/channels/first')).body.code, 'not-possible-now');
  assert.equal((await send(operator, 'DELETE', '/console/adapters/one')).body.code, 'not-possible-now');
  await ask(client, 'DELETE', '/api/channels/v1/channels/first', undefined, 204);
  await ask(operator, 'DELETE', '/console/channels/first', undefined, 204);
  await ask(operator, 'DELETE', '/console/adapters/one', undefined, 204);
  assert.equal((await send(operator, 'DELETE', '/console/adapters/one')).status, 404);
  const poll = await fetch(`${world.service.baseUrl}/external/events`, {
    headers: { authorization: `Bearer ${key.secret}` },
  });
  assert.equal(poll.status, 401);
});

/** Waits until at least `count` statements that mention adapters wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const { rows } = await sql`
      select
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%adapter%'`.execute(
      world.service.database,
    );
    if (rows.length >= count) return;
    assert.ok(Date.now() < deadline, `only ${rows.length} statements wait for a lock`);
    await setTimeout(10);
  }
}

test('a channel for a client that is deleted meanwhile names the client as unknown, and not the adapter', async () => {
  const { operator, service } = world;
  const { database } = service;
  await ask(operator, 'POST', '/console/adapters', { adapterId: 'named', name: 'Named' }, 201);
  await sql`insert into client (client_id, name) values ('leaving', 'Leaving')`.execute(database);
  const channel = { channelId: 'late', adapterId: 'named', name: 'Late', clientIds: ['leaving'] };
  const made = await transaction(database, async (opened) => {
    await sql`delete from client where client.client_id = 'leaving'`.execute(opened);
    const sent = send(operator, 'POST', '/console/channels', channel);
    await untilWaitsOrEnds(database, sent);
    return { sent };
  });
  const { body } = await made.sent;
  assert.deepEqual([body.code, body.params], ['unknown-client', { kind: 'missing', clientId: 'leaving' }]);
});

test('a key that is created or rotated while its adapter is deleted does not outlive the adapter', async () => {
  const { operator, service } = world;
  const { database } = service;
  const makeAdapter = (adapterId: string) =>
    ask(operator, 'POST', '/console/adapters', { adapterId, name: adapterId }, 201);
  await makeAdapter('ending');
  const keyDeps = { database, clock: systemClock, adapterExists };
  let deleted: Promise<TestAnswer> | undefined;
  const { secret } = await transaction(database, async (opened) => {
    const made = await createKey(keyDeps, opened, {
      kind: 'adapter',
      name: 'late',
      adapterId: adapterIdOf('ending'),
    });
    deleted = send(operator, 'DELETE', '/console/adapters/ending');
    await untilWaiting(1);
    return made;
  });
  assert.equal((await deleted)?.status, 204);
  const poll = await fetch(`${service.baseUrl}/external/events`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(poll.status, 401);

  await makeAdapter('ended');
  const request = { kind: 'adapter', adapterId: 'ended', name: 'k' };
  const { keyId } = await ask(operator, 'POST', '/console/keys', request, 201);
  const answers = await transaction(database, async (opened) => {
    await sql`delete from adapter where adapter_id = 'ended'`.execute(opened);
    const waiting = Promise.all([
      send(operator, 'POST', '/console/keys', request),
      send(operator, 'POST', `/console/keys/${keyId}/rotate`, { graceSeconds: 60 }),
    ]);
    await untilWaiting(2);
    return { waiting };
  });
  const [created, rotated] = await answers.waiting;
  assert.deepEqual([created.status, created.body.code], [404, 'unknown-adapter']);
  assert.deepEqual([rotated.status, rotated.body.code], [409, 'not-possible-now']);
});

test('account fields with equal ids or patterns that RE2 refuses are refused, all at once', async () => {
  const { operator } = world;
  await ask(operator, 'POST', '/console/adapters', { adapterId: 'two', name: 'Two' }, 201);
  const fields = [
    { id: 'a', name: 'A', type: 'string', patterns: [{ pattern: '(?=x)' }, { pattern: 'ok' }] },
    { id: 'a', name: 'B', type: 'password', patterns: [{ pattern: '(' }] },
  ];
  const answer = await send(operator, 'POST', '/console/channels', {
    channelId: 'bad',
    adapterId: 'two',
    name: 'x',
    accountFields: fields,
  });
  assert.equal(answer.status, 400);
  assert.deepEqual(
    answer.body.errors.map((error: { path: string }) => error.path),
    ['/accountFields/0/patterns/0/pattern', '/accountFields/1/patterns/0/pattern', '/accountFields/1/id'],
  );
});

test('a channel that another operator has changed since it was read is not overwritten', async () => {
  const { operator } = world;
  await ask(operator, 'POST', '/console/adapters', { adapterId: 'third', name: 'Third' }, 201);
  const made = { channelId: 'second', adapterId: 'third', name: 'Second', accountFields: shopFields };
  const stored = await ask(operator, 'POST', '/console/channels', made, 201);
  const { name, logoUrl, batchSize, accountFields, clientIds } = stored;
  const expected = { name, logoUrl, batchSize, accountFields, clientIds };
  await ask(operator, 'PATCH', '/console/channels/second', { batchSize: 7, expected });
  const late = await send(operator, 'PATCH', '/console/channels/second', { name: 'Mine', expected });
  assert.deepEqual([late.status, late.body.code], [409, 'changed-meanwhile']);
  assert.deepEqual(late.body.stored, { ...expected, batchSize: 7, capabilities: [] });
  const partly = { name: 'Mine', expected: { name } };
  assert.equal((await ask(operator, 'PATCH', '/console/channels/second', partly)).batchSize, 7);
});
