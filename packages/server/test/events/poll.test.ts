import { clientIdOf, channelIdOf, adapterIdOf, transaction } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pollEvents } from '../../src/events/event-service.ts';
import { type EventServer, idsOf, startEventServer } from './event-server.ts';

let server: EventServer;
let adapters = 0;
/** Creates a separate adapter for each test, so that no test sees the events of a different test. */
async function freshAdapter(): Promise<{ adapterId: string; secret: string }> {
  adapters += 1;
  const adapterId = `adapter-${adapters}`;
  return { adapterId, secret: await server.newAdapter(adapterId) };
}
const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

before(async () => {
  server = await startEventServer();
});
after(() => server[Symbol.asyncDispose]());

test('a poll returns ten events by default, oldest first, acknowledges them, and the next poll continues after them', async () => {
  const { adapterId, secret } = await freshAdapter();
  const ids = await server.append(adapterId, numbered(12));
  const first = await server.poll(secret);
  assert.deepEqual(idsOf(first), ids.slice(0, 10));
  assert.equal(first.hasMore, true);
  assert.ok(first.events.every((event) => event.acknowledged));
  const second = await server.poll(secret);
  assert.deepEqual(idsOf(second), ids.slice(10));
  assert.equal(second.hasMore, false);
  assert.deepEqual(await server.poll(secret), { events: [], hasMore: false });
});

test('an event carries its id, time, client, channel, type, acknowledgement and data', async () => {
  const { adapterId, secret } = await freshAdapter();
  const [eventId] = await server.append(adapterId, [
    {
      clientId: clientIdOf('c'),
      channelId: channelIdOf('h'),
      eventType: 'CLIENT_CHANNEL_DELETED_EVENT',
      data: { accountIds: ['a', 'b'] },
    },
  ]);
  const { events } = await server.poll(secret, { autoAck: false });
  const created = events[0]!.created;
  assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(events, [
    {
      eventId,
      created,
      clientId: 'c',
      channelId: 'h',
      eventType: 'CLIENT_CHANNEL_DELETED_EVENT',
      acknowledged: false,
      data: { accountIds: ['a', 'b'] },
    },
  ]);
});

test('hasMore is true exactly where another event of what was asked for comes after the page, whatever the parameters', async () => {
  for (const autoAck of [true, false]) {
    for (const returnAck of [true, false]) {
      for (const [held, expected] of [
        [3, false],
        [4, true],
      ] as const) {
        const { adapterId, secret } = await freshAdapter();
        await server.append(adapterId, [...numbered(held), { channelId: channelIdOf('another') }]);
        const page = await server.poll(secret, { limit: 3, channelId: 'shop', autoAck, returnAck });
        assert.equal(page.events.length, 3);
        assert.equal(page.hasMore, expected, JSON.stringify({ autoAck, returnAck, held }));
      }
    }
  }
});

test('without autoAck an event comes again with every poll until it is acknowledged by PUT', async () => {
  const { adapterId, secret } = await freshAdapter();
  const [one, two] = await server.append(adapterId, numbered(2));
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), [one, two]);
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), [one, two]);
  const answer = await server.call('PUT', `/external/events/${one}`, secret);
  assert.equal(answer.status, 200);
  assert.equal(answer.json.eventId, one);
  assert.equal(answer.json.acknowledged, true);
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), [two]);
});

test('PUT again gives the same answer, whatever body comes with it', async () => {
  const { adapterId, secret } = await freshAdapter();
  const [eventId] = await server.append(adapterId, numbered(1));
  const path = `/external/events/${eventId}`;
  const first = await server.call('PUT', path, secret);
  const bodies = [
    { body: '{"acknowledged":true}', headers: { 'content-type': 'application/json' } },
    { body: '{broken', headers: { 'content-type': 'application/json' } },
    { body: '', headers: { 'content-type': 'application/json' } },
    { body: 'words', headers: { 'content-type': 'text/plain' } },
    { body: 'nothing said about it' },
    { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: 'x'.repeat(3_000_000), headers: { 'content-type': 'application/octet-stream' } },
    { body: 'x', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
  ];
  for (const send of bodies) {
    const again = await server.call('PUT', path, secret, send);
    assert.equal(again.status, 200, JSON.stringify(send.headers));
    assert.deepEqual(again.json, first.json);
  }
  assert.equal((await server.call('PUT', `/external/events/${eventId?.toUpperCase()}`, secret)).status, 200);
});

test('acknowledging an event that is unknown, no id at all, or in the stream of another adapter is answered 404 and changes nothing', async () => {
  const { adapterId } = await freshAdapter();
  const { secret: stranger } = await freshAdapter();
  const [eventId] = await server.append(adapterId, numbered(1));
  for (const id of [
    eventId,
    '01980000-0000-7000-8000-000000000000',
    'x',
    '%00',
    'a%2Fb',
    '00000000-0000-4000-8000-000000000000',
  ]) {
    const answer = await server.call('PUT', `/external/events/${id}`, stranger);
    assert.equal(answer.status, 404, id);
    assert.equal(answer.json.code, 'unknown-event');
  }
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from pending where pending.adapter_id = ${adapterId}`.execute(server.database);
  assert.equal(rows[0]?.n, 1);
});

test('a parameter with a value that is not allowed is answered 400 and named', async () => {
  const { secret } = await freshAdapter();
  const wrong = {
    limit: ['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=ten', 'limit=', 'limit=1&limit=2', 'limit=1e1'],
    type: ['type=FOO', 'type=', 'type=SUBMIT_EVENT&type=SUBMIT_EVENT'],
    autoAck: ['autoAck=maybe', 'autoAck=1', 'autoAck='],
    returnAck: ['returnAck=yes', 'returnAck=0'],
    channelId: ['channelId=a&channelId=b'],
    clientId: ['clientId=a&clientId=b'],
  };
  for (const [parameter, queries] of Object.entries(wrong)) {
    for (const query of queries) {
      const answer = await server.call('GET', `/external/events?${query}`, secret);
      assert.equal(answer.status, 400, query);
      assert.equal(answer.json.code, 'invalid-parameter');
      assert.equal(answer.json.parameter, parameter, query);
      assert.match(answer.json.detail, new RegExp(parameter));
    }
  }
});

test('limits from 1 to 100 and types and booleans in any letter case are accepted', async () => {
  const { adapterId, secret } = await freshAdapter();
  await server.append(adapterId, numbered(101));
  assert.equal((await server.poll(secret, { limit: 1, autoAck: 'FALSE' })).events.length, 1);
  assert.equal((await server.poll(secret, { limit: 100, autoAck: 'False' })).events.length, 100);
  assert.equal(
    (await server.poll(secret, { type: 'submit_event', autoAck: false, returnAck: 'TRUE' })).events.length,
    10,
  );
});

test('filters hold at once, and a channel, client or type without events gives an empty page', async () => {
  const { adapterId, secret } = await freshAdapter();
  const [a, b, c, d] = await server.append(adapterId, [
    { channelId: channelIdOf('one'), clientId: clientIdOf('x') },
    { channelId: channelIdOf('two'), clientId: clientIdOf('x') },
    { channelId: channelIdOf('one'), clientId: clientIdOf('y'), eventType: 'AUTHENTICATION_EVENT' },
    { channelId: channelIdOf('two'), clientId: clientIdOf('y'), eventType: 'CLIENT_CHANNEL_DELETED_EVENT' },
  ]);
  for (const returnAck of [true, false]) {
    const found = async (query: Record<string, string>) =>
      idsOf(await server.poll(secret, { ...query, autoAck: false, returnAck }));
    assert.deepEqual(await found({ channelId: 'one' }), [a, c]);
    assert.deepEqual(await found({ clientId: 'x' }), [a, b]);
    assert.deepEqual(await found({ type: 'CLIENT_CHANNEL_DELETED_EVENT' }), [d]);
    assert.deepEqual(await found({ channelId: 'one', clientId: 'y', type: 'AUTHENTICATION_EVENT' }), [c]);
    assert.deepEqual(await found({ channelId: 'of-another-client' }), []);
    assert.deepEqual(await found({ clientId: "'; drop table event" }), []);
  }
  assert.deepEqual(idsOf(await server.poll(secret, { channelId: 'two' })), [b, d]);
  assert.deepEqual(idsOf(await server.poll(secret)), [a, c], 'what a filter left out stays unacknowledged');
});

test('a filter with the character U+0000 is refused by name', async () => {
  const { secret } = await freshAdapter();
  for (const name of ['clientId', 'channelId']) {
    const answer = await server.call('GET', `/external/events?${name}=%00`, secret);
    assert.equal(answer.status, 400);
    assert.equal(answer.json.parameter, name);
  }
});

test('startingAfter narrows what returnAck chooses, and autoAck acknowledges only what the page holds', async () => {
  const { adapterId, secret } = await freshAdapter();
  const ids = await server.append(adapterId, numbered(6));
  await server.call('PUT', `/external/events/${ids[3]}`, secret);
  const after = { startingAfter: ids[1] ?? '' };
  assert.deepEqual(idsOf(await server.poll(secret, { ...after, autoAck: false })), [ids[2], ids[4], ids[5]]);
  const history = await server.poll(secret, { ...after, autoAck: false, returnAck: true });
  assert.deepEqual(
    history.events.map((event) => [event.eventId, event.acknowledged]),
    [
      [ids[2], false],
      [ids[3], true],
      [ids[4], false],
      [ids[5], false],
    ],
  );
  const taken = await server.poll(secret, { ...after, returnAck: true, limit: 3 });
  assert.deepEqual(
    taken.events.map((event) => [event.eventId, event.acknowledged]),
    [ids[2], ids[3], ids[4]].map((id) => [id, true]),
  );
  assert.equal(taken.hasMore, true);
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), [ids[0], ids[1], ids[5]]);
});

test('a page that was lost on its way is read again with startingAfter and returnAck', async () => {
  const { adapterId, secret } = await freshAdapter();
  const ids = await server.append(adapterId, numbered(25));
  const seen = await server.poll(secret);
  await server.poll(secret); // acknowledges the next events, and the test treats the response as lost
  const again = await server.poll(secret, {
    startingAfter: seen.events.at(-1)?.eventId ?? '',
    returnAck: true,
    limit: 100,
  });
  assert.deepEqual(idsOf(again), ids.slice(10));
});

test('an empty filter is refused, instead of finding no events', async () => {
  const { secret } = await freshAdapter();
  for (const name of ['channelId', 'clientId', 'type', 'startingAfter']) {
    const answer = await server.call('GET', `/external/events?${name}=`, secret);
    assert.deepEqual([answer.status, answer.json.code, answer.json.parameter], [400, 'invalid-parameter', name]);
  }
});

test('a cursor that is no event of this adapter is answered 400 unknown-cursor', async () => {
  const { adapterId, secret } = await freshAdapter();
  const other = await freshAdapter();
  const [foreign] = await server.append(other.adapterId, numbered(1));
  await server.append(adapterId, numbered(1));
  const made = `${foreign?.slice(0, 24)}000000000000`;
  const future = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  for (const cursor of [foreign, made, future, 'x', '1', '00000000-0000-4000-8000-000000000000', '%00']) {
    const answer = await server.call('GET', `/external/events?startingAfter=${cursor}`, secret);
    assert.equal(answer.status, 400, cursor);
    assert.equal(answer.json.code, 'unknown-cursor');
    assert.equal(answer.json.parameter, 'startingAfter');
  }
  assert.equal((await server.poll(secret)).events.length, 1, 'nothing was acknowledged by a poll that was refused');
});

test('a cursor is accepted in any letter case', async () => {
  const { adapterId, secret } = await freshAdapter();
  const ids = await server.append(adapterId, numbered(2));
  assert.deepEqual(idsOf(await server.poll(secret, { startingAfter: ids[0]?.toUpperCase() ?? '' })), [ids[1]]);
});

test('HEAD acknowledges nothing', async () => {
  const { adapterId, secret } = await freshAdapter();
  const ids = await server.append(adapterId, numbered(2));
  const answer = await server.call('HEAD', '/external/events', secret);
  assert.equal(answer.status, 200);
  assert.deepEqual(idsOf(await server.poll(secret)), ids);
});

test('an answer with events is never kept by a cache', async () => {
  const { secret } = await freshAdapter();
  assert.equal((await server.call('GET', '/external/events', secret)).headers['cache-control'], 'no-store');
});

test('a poll that finds nothing to acknowledge writes nothing: its transaction is never given a number', async () => {
  const { adapterId, secret } = await freshAdapter();
  const [eventId] = await server.append(adapterId, numbered(1));
  await server.poll(secret);
  const queries = [
    { autoAck: true, returnAck: false },
    { autoAck: true, returnAck: false, channelId: channelIdOf('shop') },
    { autoAck: true, returnAck: true },
    { autoAck: true, returnAck: true, startingAfter: eventId },
    { autoAck: false, returnAck: false },
    { autoAck: false, returnAck: true },
  ];
  for (const query of queries) {
    await transaction(server.database, async (transaction) => {
      await pollEvents({ database: transaction, prepared: transaction, clock: server.clock }, adapterIdOf(adapterId), {
        limit: 100,
        ...query,
      });
      const { rows } = await sql<{ xid: string | null }>`select pg_current_xact_id_if_assigned()::text as xid`.execute(
        transaction,
      );
      assert.equal(rows[0]?.xid, null, JSON.stringify(query));
    });
  }
});

test('only an adapter key may poll', async () => {
  assert.equal((await server.call('GET', '/external/events', 'nonsense')).status, 401);
});
