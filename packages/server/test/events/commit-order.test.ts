import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createStream, type EventRelay, startEventRelay } from '../../src/events/index.ts';
import { pollEvents } from '../../src/events/event-service.ts';
import { type DatabaseHandle, openDatabase, systemClock, adapterIdOf, transaction } from '../../src/platform/index.ts';
import { createTestDatabase } from '../test-database.ts';
import { assertEachInOrder, assertSameOrder } from './same-order.ts';
import { startPoller, startWriter, type WriterTask } from './stream-processes.ts';

/** Number of events. For a long run, set PIMENTO_STREAM_EVENTS=100000 PIMENTO_STREAM_WRITERS=32. */
const total = Number(process.env['PIMENTO_STREAM_EVENTS'] ?? 10_000);
/** Number of writers. Each of them is a process that spends about a second of processor time on loading the server's code. */
const writers = Number(process.env['PIMENTO_STREAM_WRITERS'] ?? 12);

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let handle: DatabaseHandle;
let relay: EventRelay;

before(async () => {
  testDatabase = await createTestDatabase();
  handle = openDatabase({
    connectionString: testDatabase.connectionString,
    max: 10,
    name: 'test',
    onError: () => undefined,
  });
  const log = pino({ level: 'silent' });
  relay = startEventRelay({ database: handle.kysely, prepared: handle.kysely, clock: systemClock, log });
});
after(async () => {
  await relay[Symbol.asyncDispose]();
  await handle.close();
  await testDatabase[Symbol.asyncDispose]();
});

const deps = () => ({ database: handle.kysely, prepared: handle.kysely, clock: systemClock });

/** Number of writers, the total number of events that they commit, and by how many hours their clocks may be wrong. */
type Work = Pick<WriterTask, 'clockHours'> & { writers: number; total: number };

function startWriters(adapterId: string, { writers, total, ...more }: Work) {
  const { connectionString } = testDatabase;
  return Array.from({ length: writers }, (_, writer) =>
    startWriter({ connectionString, adapterId, writer, count: Math.ceil(total / writers), ...more }),
  );
}

/** Reads all events of a stream from the table, in the order of their times. */
async function wholeStream(adapterId: string): Promise<{ eventId: string; created: Date; subject: string }[]> {
  const { rows } = await sql<{ eventId: string; created: Date; subject: string }>`
    select event.event_id as "eventId", event.created, event.data ->> 'subject' as subject
    from event
    where event.adapter_id = ${adapterId}
    order by event.created`.execute(handle.kysely);
  return rows;
}

/** Follows a stream by cursor, with a poll every 5 ms, until `isOver` returns true and a poll is empty. */
async function follow(adapterId: string, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  for (;;) {
    const wasOver = isOver();
    const page = await pollEvents(deps(), adapterIdOf(adapterId), {
      limit: 100,
      startingAfter: seen.at(-1),
      autoAck: false,
      returnAck: true,
    });
    seen.push(...page.events.map((event) => event.eventId));
    if (page.events.length === 0 && wasOver) return seen;
    await pause(5);
  }
}

async function assertReadInOrder(adapterId: string, work: Work): Promise<void> {
  await transaction(handle.kysely, (opened) => createStream(opened, adapterIdOf(adapterId)));
  const processes = startWriters(adapterId, work);
  let isOver = false;
  const readers = [0, 1, 2].map(() => follow(adapterId, () => isOver));
  const codes = await Promise.all(processes.map(({ ended }) => ended));
  await relay.drain();
  isOver = true;
  assert.ok(codes.every((code) => code === 0));
  const stream = await wholeStream(adapterId);
  const ids = stream.map((event) => event.eventId);
  for (const seen of await Promise.all(readers)) assertSameOrder(seen, ids, 'a reader');
  const committed = processes.flatMap((process) => process.ids);
  assert.equal(committed.length, Math.ceil(work.total / work.writers) * work.writers);
  const subjects = stream.map(({ subject }) => subject);
  assertSameOrder(committed.toSorted(), subjects.toSorted(), 'what the writers say');
  assertEachInOrder(stream, work.writers);
  assert.ok(stream.every((event, place) => place === 0 || event.created > stream[place - 1]!.created));
}

test(`readers with a cursor see every event of ${writers} writers in processes of their own exactly once and in order, whatever is rolled back`, async () => {
  await assertReadInOrder('ordered', { writers, total });
});

test('the same holds where each of the writers has another clock, which is set back and forth by hours all the time', async () => {
  await assertReadInOrder('wrong-clocks', { writers: 8, total: total / 5, clockHours: 30 });
});

test(`8 pollers with autoAck that work while ${writers} writers write get every event once and no event twice`, async () => {
  const adapterId = 'taken';
  await transaction(handle.kysely, (opened) => createStream(opened, adapterIdOf(adapterId)));
  const { connectionString } = testDatabase;
  const pollers = Array.from({ length: 8 }, () => startPoller({ connectionString, adapterId }));
  const processes = startWriters(adapterId, { writers, total });
  await Promise.all(processes.map(({ ended }) => ended));
  await relay.drain();
  for (const poller of pollers) poller.finish();
  assert.ok((await Promise.all(pollers.map(({ ended }) => ended))).every((code) => code === 0));
  const ids = (await wholeStream(adapterId)).map((event) => event.eventId);
  assert.equal(ids.length, Math.ceil(total / writers) * writers);
  assertSameOrder(pollers.flatMap((poller) => poller.ids).toSorted(), ids, 'all pollers together');
  for (const poller of pollers) assertSameOrder(poller.ids, poller.ids.toSorted(), 'one poller');
});

test('writers and pollers may be killed at any moment: nothing that was committed is lost, and what was lost on its way is found again', async () => {
  const adapterId = 'killed';
  await transaction(handle.kysely, (opened) => createStream(opened, adapterIdOf(adapterId)));
  const { connectionString } = testDatabase;
  let isOver = false;
  const reader = follow(adapterId, () => isOver);
  const pollers = [];
  const processes = [];
  for (let round = 0; round < 6; round++) {
    const poller = startPoller({ connectionString, adapterId });
    const pair = [0, 1].map((place) =>
      startWriter({ connectionString, adapterId, writer: round * 2 + place, count: Math.ceil(total / 40) }),
    );
    pollers.push(poller);
    processes.push(...pair);
    while (poller.ids.length < total / 200) await pause(1);
    for (const { child } of [poller, ...pair]) child.kill('SIGKILL');
    await Promise.all([poller, ...pair].map(({ ended }) => ended));
  }
  const last = startPoller({ connectionString, adapterId });
  const lastWriter = startWriter({ connectionString, adapterId, writer: 99, count: 50 });
  await lastWriter.ended;
  await relay.drain();
  last.finish();
  assert.equal(await last.ended, 0);
  isOver = true;

  const stream = await wholeStream(adapterId);
  const ids = stream.map((event) => event.eventId);
  const subjects = stream.map(({ subject }) => subject);
  assert.equal(new Set(subjects).size, subjects.length, 'no event is there twice');
  assertEachInOrder(stream, 100);
  assertSameOrder(await reader, ids, 'the reader');
  const got = [...pollers, last].flatMap((poller) => poller.ids);
  assert.equal(new Set(got).size, got.length, 'no event was given twice');
  const lost = ids.filter((id) => !got.includes(id));
  assert.ok(
    lost.length <= 100 * pollers.length,
    `at most one page is lost with each killed poller, and not ${lost.length} events`,
  );
  assert.deepEqual(
    (await pollEvents(deps(), adapterIdOf(adapterId), { limit: 100, autoAck: false, returnAck: false })).events,
    [],
  );
  for (const poller of pollers) {
    // Polls like a restarted adapter, which continues after the last event that it recorded.
    const again = await pollEvents(deps(), adapterIdOf(adapterId), {
      limit: 100,
      startingAfter: poller.ids.at(-1),
      autoAck: true,
      returnAck: true,
    });
    assert.equal(again.events[0]?.eventId, ids[ids.indexOf(poller.ids.at(-1) ?? '') + 1]);
  }
  assert.ok(lastWriter.ids.every((subject) => subjects.includes(subject)));
});
