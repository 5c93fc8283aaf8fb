import { clientIdOf, channelIdOf, transaction, adapterIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createStream, type NewEvent } from '../../src/events/index.ts';
import { appendEvents } from './append-events.ts';
import { type EventServer, idsOf, startEventServer } from './event-server.ts';

let server: EventServer;
before(async () => {
  server = await startEventServer();
});
after(() => server[Symbol.asyncDispose]());

const event = (subject?: string, more: Partial<NewEvent> = {}): NewEvent => ({
  clientId: clientIdOf('acme'),
  channelId: channelIdOf('shop'),
  eventType: 'SUBMIT_EVENT',
  data: {},
  ...(subject === undefined ? {} : { subject }),
  ...more,
});

test('of one type and subject a stream gets one event, in one call and over many, and the known event is answered', async () => {
  const secret = await server.newAdapter('once');
  await server.newAdapter('once-elsewhere');
  const [first, same, other] = await server.append('once', [event('s1'), event('s1'), event('s2')]);
  assert.equal(same, first);
  assert.notEqual(other, first);
  const later = await server.append('once', [event('s3'), event('s2'), event('s1'), event(), event()]);
  assert.deepEqual(later.slice(1, 3), [other, first]);
  const [otherType] = await server.append('once', [event('s1', { eventType: 'AUTHENTICATION_EVENT' })]);
  assert.notEqual(otherType, first);
  const [elsewhere] = await server.append('once-elsewhere', [event('s1')]);
  assert.notEqual(elsewhere, first);
  assert.deepEqual(idsOf(await server.poll(secret)), [first, other, later[0], later[3], later[4], otherType]);
});

test('many transactions that append the same subject at the same time append one event', async () => {
  const secret = await server.newAdapter('race');
  const ids = await Promise.all(Array.from({ length: 30 }, () => server.append('race', [event('only')])));
  assert.equal(new Set(ids.flat()).size, 1);
  assert.equal((await server.poll(secret)).events.length, 1);
});

test('time rises strictly from event to event, also when the clock is set back by an hour, a day or a year', async () => {
  const secret = await server.newAdapter('clock');
  const ids: string[] = [];
  for (const backHours of [0, 1, 24, 365 * 24, 0]) {
    server.clock.offsetMs = -backHours * 3_600_000;
    ids.push(...(await server.append('clock', [event(), event(), event()])));
  }
  server.clock.offsetMs = 0;
  const { events } = await server.poll(secret, { limit: 100, autoAck: false });
  assert.deepEqual(idsOf({ events }), ids);
  const times = events.map(({ created }) => Date.parse(created));
  assert.ok(times.every((time, place) => place === 0 || time > times[place - 1]!));
  assert.deepEqual(ids, ids.toSorted(), 'the ids sort by time as well');
  assert.deepEqual(idsOf(await server.poll(secret, { startingAfter: ids[7]!, autoAck: false })), ids.slice(8));
});

test('an event that is appended without a clock has the time of the database', async () => {
  const secret = await server.newAdapter('now');
  const before = Date.now();
  await transaction(server.database, (transaction) => appendEvents(transaction, adapterIdOf('now'), [event()]));
  const created = Date.parse((await server.poll(secret)).events[0]!.created);
  assert.ok(created >= before && created <= Date.now());
});

test('what is rolled back was never there, and what is appended next takes its place', async () => {
  const secret = await server.newAdapter('rollback');
  await assert.rejects(
    transaction(server.database, async (transaction) => {
      await appendEvents(transaction, adapterIdOf('rollback'), [event('s')]);
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  const [eventId] = await server.append('rollback', [event('s')]);
  assert.deepEqual(idsOf(await server.poll(secret)), [eventId]);
});

test('making a stream that is there already changes nothing, and appending to one that is not there is an error', async () => {
  const secret = await server.newAdapter('again');
  const [eventId] = await server.append('again', [event()]);
  await transaction(server.database, (opened) => createStream(opened, adapterIdOf('again')));
  assert.deepEqual(idsOf(await server.poll(secret)), [eventId]);
  await assert.rejects(server.append('nowhere', [event()]), /no stream of adapter nowhere/);
  assert.deepEqual(await server.append('nowhere', []), []);
});
