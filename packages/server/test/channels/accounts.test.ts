import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnswerOf, listAdapterChannels } from '@pimento/contract';
import { sql } from 'kysely';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld, send, startGatewayWorld } from './gateway-world.ts';

let world: GatewayWorld;
let adapter: TestCaller;
before(async () => {
  world = await startGatewayWorld();
  adapter = await world.adapter('shop');
});
after(() => world[Symbol.asyncDispose]());

type AdapterChannels = AnswerOf<typeof listAdapterChannels>;

const accounts = '/api/channels/v1/channels/shop/accounts';
const good = { shopUrl: 'https://shop.test', apiToken: 'top secret 1' };

async function connect(clientId: string, properties: Record<string, unknown> = good) {
  const client = await world.service.client(clientId);
  const account = await ask(client, 'POST', accounts, { name: 'My shop', properties }, 201);
  const report = (body: object, status = 200) => {
    const key = { clientId, channelId: 'shop', accountId: account.accountId };
    return ask(adapter, 'POST', '/external/authentication', { ...key, ...body }, status);
  };
  return { client, account, report, path: `${accounts}/${account.accountId}` };
}

test('properties are checked against the account fields: all problems are reported at once, and no value is repeated in them', async () => {
  const client = await world.service.client('judged');
  const answer = await send(client, 'POST', accounts, {
    name: 'x',
    properties: { shopUrl: 'ftp://hidden', color: 'red', constructor: 'x' },
  });
  assert.equal(answer.status, 422);
  assert.equal(answer.body.code, 'invalid-values');
  assert.deepEqual(
    answer.body.errors.map((error: { code: string; path: string }) => `${error.code} ${error.path}`),
    [
      'unknown-field /properties/color',
      'unknown-field /properties/constructor',
      'pattern /properties/shopUrl',
      'required /properties/apiToken',
    ],
  );
  assert.ok(!answer.text.includes('hidden'));
  assert.equal((await ask(client, 'GET', '/api/channels/v1/channels/shop')).connected, false);
});

test('a new account is Authenticating; only the adapter sees its password, and the database does not hold it in clear text', async () => {
  const { client, account, report, path } = await connect('secrets');
  assert.equal(account.state, 'Authenticating');
  assert.deepEqual(account.properties.apiToken, { value: null, set: true });
  assert.deepEqual(account.properties.note, { value: null, set: false });

  const [event] = await world.poll(adapter);
  assert.equal(event.eventType, 'AUTHENTICATION_EVENT');
  assert.deepEqual(event.data, { accountId: account.accountId, accountName: 'My shop', properties: good });

  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from event where event.data::text like '%top secret%')
      or exists (select 1 from account where account::text like '%top secret%') as found`.execute(
    world.service.database,
  );
  assert.equal(rows[0]?.found, false);

  const reported = await report({ status: 'success', eventId: event.eventId });
  assert.equal(reported.state, 'Connected');
  assert.equal(reported.outdated, false);
  const { validated } = await ask(client, 'GET', path);
  assert.deepEqual(
    { ...(await report({ status: 'Success', eventId: event.eventId })), validated },
    { ...reported, validated },
  );

  const again = await ask(adapter, 'GET', '/external/events?returnAck=true&clientId=secrets');
  assert.deepEqual(again.events[0].data.properties, { shopUrl: 'https://shop.test', apiToken: null });
});

test('a failure names the fields, and a re-validation sends the stored password to the adapter again', async () => {
  const { client, report, path } = await connect('failing');
  await world.poll(adapter);
  const failed = await report({
    status: 'FAILURE',
    message: 'Token expired',
    erroneousProperties: ['apiToken'],
    accountSpecificListOfValues: { shelves: ['a'] },
  });
  assert.equal(failed.state, 'Failed');
  assert.deepEqual(failed.fieldErrors, [{ fieldId: 'apiToken', message: 'Token expired' }]);
  const asked = await ask(client, 'POST', `${path}/validate`);
  assert.equal(asked.state, 'Authenticating');
  assert.deepEqual(asked.fieldErrors, []);
  const [event] = await world.poll(adapter);
  assert.deepEqual(event.data.properties, good);
  assert.equal((await report({ status: 'SUCCESS' })).state, 'Connected');
  assert.deepEqual((await ask(client, 'GET', path)).listOfValues, { shelves: ['a'] });
});

test('validations and acknowledgements ignore a body, whatever its content type says', async () => {
  const { client, path } = await connect('bodiless');
  const validate = (headers: Record<string, string>, body: string) =>
    client.call('POST', `${path}/validate`, { headers, body });
  assert.equal((await validate({ 'content-type': 'application/json' }, '')).status, 200);
  assert.equal((await validate({ 'content-type': 'application/json' }, '{"not": json')).status, 200);
  const events = (await world.poll(adapter)).filter(({ clientId }) => clientId === 'bodiless');
  const types = ['not a type;;', 'application/json', 'text/plain'];
  assert.equal(events.length, types.length);
  for (const [index, type] of types.entries()) {
    const { eventId } = events[index];
    const answer = await adapter.call('PUT', `/external/events/${eventId}`, {
      headers: { 'content-type': type },
      body: 'x',
    });
    assert.deepEqual([answer.status, answer.body.eventId], [200, eventId], type);
  }
});

test('a result for outdated credentials is ignored, with and without the id of its event', async () => {
  const { client, report, path } = await connect('late');
  const [first] = await world.poll(adapter);
  await ask(client, 'PATCH', path, { properties: { apiToken: 'top secret 2' } });
  assert.equal((await report({ status: 'SUCCESS', eventId: first.eventId })).outdated, true);
  const late = await report({ status: 'SUCCESS' });
  assert.equal(late.outdated, true);
  assert.equal(late.state, 'Authenticating');

  const [second] = await world.poll(adapter);
  assert.equal(second.data.properties.apiToken, 'top secret 2');
  assert.equal((await report({ status: 'FAILURE' })).state, 'Failed');
  assert.equal((await report({ status: 'SUCCESS', eventId: first.eventId })).state, 'Failed');
  assert.equal((await report({ status: 'SUCCESS', eventId: second.eventId })).state, 'Connected');
});

test('a result for an event that was never about this account is refused, and the account stays Authenticating', async () => {
  const { client, report, path } = await connect('mistaken');
  await world.poll(adapter);
  await connect('mistaken-other');
  const [foreign] = await world.poll(adapter);
  for (const eventId of ['bogus', foreign.eventId, '00000000-0000-7000-8000-000000000000'])
    assert.equal((await report({ status: 'SUCCESS', eventId }, 404)).code, 'unknown-event');
  assert.equal((await ask(client, 'GET', path)).state, 'Authenticating');
});

test('erroneous properties that are not fields of the channel are named in the message', async () => {
  const { report } = await connect('strange-fields');
  await world.poll(adapter);
  const failed = await report({ status: 'FAILURE', message: 'No.', erroneousProperties: ['apiToken', 'wibble'] });
  assert.deepEqual(failed.fieldErrors, [{ fieldId: 'apiToken', message: 'No.' }]);
  assert.equal(failed.message, 'No. The adapter also named "wibble".');
});

test('an account whose properties are sent unchanged stays Connected, and its adapter gets no event', async () => {
  const { client, report, path } = await connect('unchanged');
  await world.poll(adapter);
  await report({ status: 'SUCCESS' });
  assert.equal((await ask(client, 'PATCH', path, { properties: { ...good, note: '' } })).state, 'Connected');
  assert.deepEqual(await world.poll(adapter), []);
  assert.equal((await send(client, 'PATCH', path, { propertes: good })).status, 400);
});

test('an outdated event shows the newest credentials, so that its result is about them', async () => {
  const { client, path } = await connect('overtaken');
  await ask(client, 'PATCH', path, { properties: { apiToken: 'top secret 3', note: 'new' } });
  const events = await world.poll(adapter);
  assert.equal(events.length, 2);
  for (const event of events)
    assert.deepEqual(event.data.properties, { ...good, apiToken: 'top secret 3', note: 'new' });
});

test('a changed name starts no validation, and null removes an optional value', async () => {
  const { client, report, path } = await connect('edited', { ...good, note: 'hello' });
  await report({ status: 'SUCCESS' });
  await world.poll(adapter);
  assert.equal((await ask(client, 'PATCH', path, { name: 'Renamed' })).state, 'Connected');
  assert.deepEqual(await world.poll(adapter), []);
  const patched = await ask(client, 'PATCH', path, { properties: { note: null } });
  assert.deepEqual(patched.properties.note, { value: null, set: false });
  assert.equal(patched.name, 'Renamed');
  assert.equal((await send(client, 'PATCH', path, { properties: { apiToken: '' } })).status, 422);
  await world.poll(adapter);
});

test('disconnecting deletes all accounts and sends the adapter one event with their ids; the client can connect again', async () => {
  const { client, account } = await connect('leaving');
  const second = await ask(client, 'POST', accounts, { name: 'Second', properties: good }, 201);
  await world.poll(adapter);
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  const events = await world.poll(adapter);
  assert.deepEqual(
    events.map(({ eventType, clientId, data }) => ({ eventType, clientId, data })),
    [
      {
        eventType: 'CLIENT_CHANNEL_DELETED_EVENT',
        clientId: 'leaving',
        data: { accountIds: [account.accountId, second.accountId] },
      },
    ],
  );
  assert.equal((await send(client, 'DELETE', '/api/channels/v1/channels/shop')).body.code, 'unknown-connection');
  assert.equal((await send(client, 'GET', `${accounts}/${account.accountId}`)).status, 404);
  const history = await ask(
    adapter,
    'GET',
    '/external/events?returnAck=true&clientId=leaving&type=AUTHENTICATION_EVENT',
  );
  assert.equal(history.events[0].data.properties.apiToken, null);
  await ask(client, 'POST', accounts, { name: 'Back', properties: good }, 201);
  await world.poll(adapter);
});

test('an adapter gets its channels in pages of connections, each connection once, also while others are connected', async () => {
  const paged = await world.adapter('paged');
  const channelIds = ['paged', 'paged-empty', 'paged-z'];
  for (const channelId of channelIds.slice(1))
    await ask(world.operator, 'POST', '/console/channels', { channelId, adapterId: 'paged', name: channelId }, 201);
  const join = async (clientId: string, channelId: string) => {
    const client = await world.service.client(clientId);
    const properties = channelId === 'paged' ? good : {};
    await ask(client, 'POST', `/api/channels/v1/channels/${channelId}/accounts`, { name: 'x', properties }, 201);
  };
  for (const clientId of ['page-1', 'page-2', 'page-3']) await join(clientId, 'paged');
  await join('page-4', 'paged-z');
  const list = async (query: string) => {
    const body: AdapterChannels = await ask(paged, 'GET', `/external/channels${query}`);
    const entries = body.channels.flatMap(({ channelId, connections }) =>
      connections.length === 0 ? [channelId] : connections.map(({ clientId }) => `${channelId} ${clientId}`),
    );
    return { ...body, entries };
  };
  const all = ['paged page-1', 'paged page-2', 'paged page-3', 'paged-empty', 'paged-z page-4'];
  const unpaged = await list('');
  assert.deepEqual([unpaged.entries, unpaged.hasMore, unpaged.next], [all, undefined, undefined]);
  for (const limit of [1, 2, 3, 5]) {
    const found: string[] = [];
    for (let next: string | null | undefined = ''; next !== null;) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=${limit}${next && `&startingAfter=${next}`}`);
      assert.ok(page.entries.length > 0 && page.entries.length <= limit);
      assert.equal(page.hasMore, page.next !== null);
      found.push(...page.entries);
      next = page.next;
    }
    assert.deepEqual(found, all, `pages of ${limit}`);
  }
  const first = await list('?limit=2');
  assert.equal(first.channels[0]?.accountFields.length, 3);
  await join('page-0', 'paged');
  await join('page-5', 'paged');
  const rest = await list(`?startingAfter=${first.next}`);
  assert.deepEqual(rest.entries, ['paged page-3', 'paged page-5', 'paged-empty', 'paged-z page-4']);
  const refused = await send(paged, 'GET', '/external/channels?startingAfter=bm90aGluZw');
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid-parameter']);
});

test('an adapter gets its own channels, connections and accounts without passwords, and no other adapter gets them', async () => {
  const other = await world.adapter('elsewhere');
  const { account } = await connect('overview');
  await world.poll(adapter);
  const { channels } = await ask(adapter, 'GET', '/external/channels');
  assert.equal(channels.length, 1);
  const connection = channels[0].connections.find((one: { clientId: string }) => one.clientId === 'overview');
  assert.deepEqual(connection.accounts, [
    {
      accountId: account.accountId,
      name: 'My shop',
      state: 'Authenticating',
      properties: { shopUrl: 'https://shop.test', apiToken: null, note: null },
    },
  ]);
  assert.deepEqual((await ask(other, 'GET', '/external/channels')).channels[0].connections, []);
  const report = { clientId: 'overview', channelId: 'shop', accountId: account.accountId, status: 'SUCCESS' };
  assert.equal((await send(other, 'POST', '/external/authentication', report)).body.code, 'unknown-account');
});

test('texts that PostgreSQL cannot store are refused and cause no internal error', async () => {
  const { client, report } = await connect('odd');
  const bad = String.fromCharCode(0);
  for (const [method, path, body] of [
    ['POST', accounts, { name: `x${bad}`, properties: good }],
    ['POST', accounts, { name: 'x', properties: { ...good, shopUrl: `https://${bad}` } }],
    ['GET', '/api/channels/v1/channels/%00', undefined],
  ] as const) {
    assert.equal((await send(client, method, path, body)).status, 400);
  }
  const half = await send(adapter, 'POST', '/external/authentication', {
    clientId: 'odd',
    channelId: 'shop',
    accountId: 'x',
    status: 'SUCCESS',
    clientSpecificListOfValues: { a: ['\ud800'] },
  });
  assert.equal(half.status, 400);
  assert.equal((await report({ status: 'SUCCESS' })).state, 'Connected');
  await world.poll(adapter);
});
