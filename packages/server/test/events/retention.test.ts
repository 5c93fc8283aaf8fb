import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startEventRetention } from '../../src/events/index.ts';
import { dayOfPartition, daysToPrepare, isExpired } from '../../src/events/retention-rules.ts';
import { dropPartition, listPartitions } from '../../src/events/retention-store.ts';
import { clientIdOf, systemClock, transaction, type Worker } from '../../src/platform/index.ts';
import { type EventServer, idsOf, startEventServer } from './event-server.ts';

const dayMs = 86_400_000;
let server: EventServer;
const retentions: Worker[] = [];

before(async () => {
  server = await startEventServer();
});
after(async () => {
  await Promise.all(retentions.map((retention) => retention[Symbol.asyncDispose]()));
  await server[Symbol.asyncDispose]();
});

/** Starts the retention worker of one service node, with the server's clock. */
function startNode(): Worker {
  const retention = startEventRetention({
    database: server.database,
    clock: server.clock,
    log: pino({ level: 'silent' }),
  });
  retentions.push(retention);
  return retention;
}
const atDay = (days: number) => {
  server.clock.offsetMs = days * dayMs;
};
/** Runs the retention once, then adds some days to the recorded running time of the service. */
async function serve(days: number): Promise<void> {
  await startNode().drain();
  await sql`update service_running set running_ms = running_ms + ${days * dayMs}::bigint`.execute(server.database);
}
const partitionOf = (date: Date) => `event_${date.toISOString().slice(0, 10).replaceAll('-', '')}`;
const names = async () => (await listPartitions(server.database)).map(({ name }) => name);

test('an acknowledged event older than 30 days is answered by no poll, and an unread one by every poll until it is purged', async () => {
  const secret = await server.newAdapter('old');
  atDay(-31);
  const [old] = await server.append('old', [{}]);
  atDay(-29);
  const [young] = await server.append('old', [{}]);
  atDay(0);
  for (const returnAck of [true, false]) {
    assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false, returnAck })), [old, young]);
    const after = { autoAck: false, returnAck, startingAfter: old ?? '' };
    assert.deepEqual(idsOf(await server.poll(secret, after)), [young]);
  }
  for (let times = 0; times < 2; times += 1)
    assert.equal((await server.call('PUT', `/external/events/${old}`, secret)).status, 200);
  assert.deepEqual(idsOf(await server.poll(secret, { returnAck: true })), [young]);
  assert.deepEqual(idsOf(await server.poll(secret, { returnAck: true })), [young]);
  assert.deepEqual(idsOf(await server.poll(secret)), []);
});

test('a purge drops the days that are past, keeps the others, prepares the coming days, and a cursor older than all events still works', async () => {
  const secret = await server.newAdapter('purged');
  const ids = [];
  for (const day of [-40, -33, -29, 0]) {
    atDay(day);
    ids.push(...(await server.append('purged', [{}])));
  }
  atDay(0);
  await serve(31);
  await startNode().drain();
  const kept = await names();
  const today = systemClock.now().getTime();
  for (const [day, expected] of [
    [-40, false],
    [-33, false],
    [-29, true],
    [0, true],
    [7, true],
  ] as const) {
    assert.equal(kept.includes(partitionOf(new Date(today + day * dayMs))), expected, `day ${day}`);
  }
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from pending where pending.adapter_id = 'purged'`.execute(server.database);
  assert.equal(rows[0]?.n, 2, 'what is gone waits no longer');
  for (const cursor of ids.slice(0, 2)) {
    assert.deepEqual(idsOf(await server.poll(secret, { startingAfter: cursor ?? '', autoAck: false })), ids.slice(2));
  }
});

test('a server whose clock is 31 days ahead purges nothing unread, and its polls still answer it', async () => {
  const secret = await server.newAdapter('ahead');
  const [read] = await server.append('ahead', [{}]);
  assert.deepEqual(idsOf(await server.poll(secret)), [read]);
  const [unread] = await server.append('ahead', [{}]);
  atDay(31);
  for (let runs = 0; runs < 3; runs += 1) await startNode().drain();
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), [unread]);
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false, returnAck: true })), [unread]);
  atDay(0);
  assert.deepEqual(idsOf(await server.poll(secret)), [unread]);
});

test('unread events wait for 30 days of running service, so that a long stop of the service purges none', async () => {
  const secret = await server.newAdapter('stopped');
  atDay(-60);
  const ids = await server.append('stopped', [{}, {}]);
  atDay(0);
  await serve(29);
  await startNode().drain();
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), ids);
  await serve(2);
  await startNode().drain();
  assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false })), []);
});

test('a CLIENT_CHANNEL_DELETED_EVENT is kept in its place until it was acknowledged, however old it is', async () => {
  const secret = await server.newAdapter('left');
  const eventType = 'CLIENT_CHANNEL_DELETED_EVENT' as const;
  atDay(-50);
  const [submit, left] = await server.append('left', [{}, { eventType, data: { accountIds: ['x'] } }]);
  atDay(0);
  const [young] = await server.append('left', [{}]);
  await serve(31);
  await Promise.all([startNode().drain(), startNode().drain()]);
  await startNode().drain();
  assert.ok(!(await names()).includes(partitionOf(new Date(systemClock.now().getTime() - 50 * dayMs))));
  for (const returnAck of [false, true]) {
    const page = await server.poll(secret, { autoAck: false, returnAck });
    assert.deepEqual(idsOf(page), [left, young]);
    assert.deepEqual([page.events[0]?.acknowledged, page.events[0]?.data], [false, { accountIds: ['x'] }]);
    const first = await server.poll(secret, { autoAck: false, returnAck, limit: 1 });
    assert.deepEqual([idsOf(first), first.hasMore], [[left], true]);
    assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false, returnAck, startingAfter: submit ?? '' })), [
      left,
      young,
    ]);
    assert.deepEqual(idsOf(await server.poll(secret, { autoAck: false, returnAck, startingAfter: left ?? '' })), [
      young,
    ]);
  }
  for (let times = 0; times < 2; times += 1) {
    const answer = await server.call('PUT', `/external/events/${left}`, secret);
    assert.deepEqual([answer.status, answer.json.eventId, answer.json.acknowledged], [200, left, true]);
    await startNode().drain();
  }
  assert.deepEqual(idsOf(await server.poll(secret)), [young]);
});

test('a kept event is also acknowledged by the read, and is then forgotten', async () => {
  const secret = await server.newAdapter('taken');
  const eventType = 'CLIENT_CHANNEL_DELETED_EVENT' as const;
  const ids = [];
  for (const day of [-49, -48]) {
    atDay(day);
    ids.push(...(await server.append('taken', [{ eventType, data: { accountIds: [] } }])));
  }
  atDay(0);
  await serve(31);
  await startNode().drain();
  assert.deepEqual(idsOf(await server.poll(secret, { limit: 1 })), [ids[0]]);
  assert.deepEqual(idsOf(await server.poll(secret, { returnAck: true })), [ids[1]]);
  assert.deepEqual(idsOf(await server.poll(secret)), []);
  for (const day of [0, 2]) {
    atDay(day);
    await startNode().drain();
  }
  atDay(0);
  const { rows } = await sql`select 1 from kept_event where kept_event.adapter_id = 'taken'`.execute(server.database);
  assert.deepEqual(rows, []);
});

test('purged unread events are counted by client and type, and each is reported once, also if a report fails first', async () => {
  await server.newAdapter('counted');
  atDay(-47);
  await server.append('counted', [
    {},
    { clientId: clientIdOf('other') },
    { eventType: 'AUTHENTICATION_EVENT', data: { accountId: 'a', validation: 1 } },
    {},
  ]);
  atDay(0);
  await serve(31);
  const reported: string[] = [];
  let failures = 1;
  const retention = startEventRetention({
    database: server.database,
    clock: server.clock,
    log: pino({ level: 'silent' }),
    onPurged: async (_transaction, event) => {
      if (failures > 0) throw new Error(`planned failure ${failures--}`);
      if (event.adapterId === 'counted') reported.push(`${event.clientId} ${event.eventType}`);
    },
  });
  retentions.push(retention);
  await retention.drain().catch(() => undefined);
  await retention.drain();
  assert.deepEqual(reported.toSorted(), [
    'acme AUTHENTICATION_EVENT',
    'acme SUBMIT_EVENT',
    'acme SUBMIT_EVENT',
    'other SUBMIT_EVENT',
  ]);
  const { rows } = await sql`
    select client_id, event_type, purged::int
    from event_purge
    where event_purge.adapter_id = 'counted'
    order by client_id, event_type`.execute(server.database);
  assert.deepEqual(rows, [
    { client_id: 'acme', event_type: 'AUTHENTICATION_EVENT', purged: 1 },
    { client_id: 'acme', event_type: 'SUBMIT_EVENT', purged: 2 },
    { client_id: 'other', event_type: 'SUBMIT_EVENT', purged: 1 },
  ]);
});

test('a cursor older than the retention is accepted also where its event never was, and a young one is not', async () => {
  const secret = await server.newAdapter('fabricated');
  const [eventId] = await server.append('fabricated', [{}]);
  const idAt = (time: number) => {
    const hex = time.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8def-0123456789ab`;
  };
  const now = systemClock.now().getTime();
  assert.deepEqual(idsOf(await server.poll(secret, { startingAfter: idAt(now - 31 * dayMs), autoAck: false })), [
    eventId,
  ]);
  assert.deepEqual(idsOf(await server.poll(secret, { startingAfter: idAt(0), autoAck: false })), [eventId]);
  const answer = await server.call('GET', `/external/events?startingAfter=${idAt(now - 29 * dayMs)}`, secret);
  assert.equal(answer.json.code, 'unknown-cursor');
});

test('a purge that has to wait for a reader lets polls and appends through, and ends when the reader does', async () => {
  const secret = await server.newAdapter('waiting');
  atDay(-35);
  await server.append('waiting', [{}]);
  atDay(0);
  await serve(31);
  const old = partitionOf(new Date(systemClock.now().getTime() - 35 * dayMs));
  const { promise: mayEnd, resolve: endReader } = Promise.withResolvers<void>();
  const { promise: reading, resolve: isReading } = Promise.withResolvers<void>();
  const reader = transaction(server.database, async (transaction) => {
    await sql`select count(*) from event`.execute(transaction);
    isReading();
    await mayEnd;
  });
  await reading;
  const purge = startNode().drain();
  // once the partition is half attached, the purge waits for the reader
  while (!(await listPartitions(server.database)).some(({ name, attached }) => name === old && attached === 'half'));
  const [eventId] = await server.append('waiting', [{}]);
  assert.deepEqual(idsOf(await server.poll(secret)), [eventId]);
  assert.ok((await names()).includes(old));
  endReader();
  await Promise.all([reader, purge]);
  assert.ok(!(await names()).includes(old));
});

test('a purge that was interrupted half-way, or before the drop, is ended by the next one', async () => {
  const secret = await server.newAdapter('interrupted');
  for (const day of [-51, -50]) {
    atDay(day);
    await server.append('interrupted', [{}]);
  }
  atDay(0);
  await server.poll(secret, { limit: 2 });
  const [half = '', detached = ''] = [-51, -50].map((day) =>
    partitionOf(new Date(systemClock.now().getTime() + day * dayMs)),
  );
  await server.database.connection().execute(async (connection) => {
    await sql`alter table event detach partition ${sql.table(detached)}`.execute(connection);
  });
  const { promise: mayEnd, resolve: endReader } = Promise.withResolvers<void>();
  const { promise: reading, resolve: isReading } = Promise.withResolvers<void>();
  const reader = transaction(server.database, async (transaction) => {
    await sql`select count(*) from event`.execute(transaction);
    isReading();
    await mayEnd;
  });
  await reading;
  await server.database.connection().execute(async (connection) => {
    await sql`set lock_timeout = '1ms'`.execute(connection);
    await assert.rejects(sql`alter table event detach partition ${sql.table(half)} concurrently`.execute(connection), {
      code: '55P03',
    });
    await sql`reset lock_timeout`.execute(connection);
  });
  endReader();
  await reader;
  const before = await listPartitions(server.database);
  assert.equal(before.find(({ name }) => name === half)?.attached, 'half');
  assert.equal(before.find(({ name }) => name === detached)?.attached, 'no');
  await startNode().drain();
  const left = await names();
  assert.ok(!left.includes(half) && !left.includes(detached));
});

test('several nodes that purge at the same time do not disturb each other', async () => {
  const secret = await server.newAdapter('nodes');
  for (let day = -70; day < -60; day++) {
    atDay(day);
    await server.append('nodes', [{}, {}]);
  }
  atDay(0);
  const [eventId] = await server.append('nodes', [{}]);
  await serve(31);
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => startNode().drain()));
  // A round that conflicts with a concurrent round may leave work for the next round.
  if (outcomes.some(({ status }) => status === 'rejected')) await startNode().drain();
  assert.ok(
    (await listPartitions(server.database)).every(
      ({ name, attached }) =>
        attached === 'yes' &&
        !isExpired(dayOfPartition(name) ?? '', new Date(systemClock.now().getTime() - 31 * dayMs)),
    ),
  );
  assert.deepEqual(idsOf(await server.poll(secret)), [eventId]);
});

test('dropping a partition that is gone already is no error to anyone but the caller', async () => {
  await assert.rejects(dropPartition(server.database, { name: 'event_20000101', attached: 'yes' }));
  await dropPartition(server.database, { name: 'event_20000101', attached: 'no' });
});

test('a day counts as past when its last moment is, and the days to prepare begin with today', () => {
  assert.equal(dayOfPartition('event_20260131'), '2026-01-31');
  assert.equal(dayOfPartition('event_client'), undefined);
  assert.equal(isExpired('2026-01-31', new Date('2026-02-01T00:00:00.000Z')), true);
  assert.equal(isExpired('2026-01-31', new Date('2026-01-31T23:59:59.999Z')), false);
  assert.deepEqual(daysToPrepare(new Date('2026-12-30T23:59:59Z')).slice(0, 3), [
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
  ]);
});
