import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { crashes, type CrashWorld, startCrashWorld } from './crash-world.ts';
import { assertEachInOrder, assertSameOrder } from './same-order.ts';

/**
 * Minimum number of events to commit. For a long run with a crash every few seconds, set PIMENTO_STREAM_EVENTS=100000
 * PIMENTO_CRASH_WRITERS=32 PIMENTO_CRASH_POLLERS=8.
 */
const total = Number(process.env['PIMENTO_STREAM_EVENTS'] ?? 1_000);
const maxMsBetween = Math.max(500, total / 10);
const writers = Number(process.env['PIMENTO_CRASH_WRITERS'] ?? 4);
const pollers = Number(process.env['PIMENTO_CRASH_POLLERS'] ?? 2);

/** Follows a stream by cursor until `isOver` returns true and a poll is empty. */
async function follow(world: CrashWorld, secret: string, seen: string[], isOver: () => boolean): Promise<void> {
  for (;;) {
    const wasOver = isOver();
    const cursor = { startingAfter: seen.at(-1), autoAck: false, returnAck: true };
    const page = await world.poll(secret, { limit: '100', ...cursor });
    seen.push(...(page?.events ?? []).map((event) => event.eventId));
    if (page?.events.length === 0 && wasOver) return;
    await pause(5);
  }
}

/**
 * Polls a stream with autoAck as its only consumer. Drops one response in twenty on average, like an adapter that is killed before it
 * stores the response. After a missing response, polls again from the last stored event, including acknowledged events.
 */
async function take(world: CrashWorld, secret: string, isOver: () => boolean): Promise<string[]> {
  const got: string[] = [];
  let isUnsure = false;
  for (;;) {
    const wasOver = isOver();
    const page = await world.poll(secret, {
      limit: '100',
      ...(isUnsure ? { startingAfter: got.at(-1), returnAck: true } : {}),
    });
    if (!page || Math.random() < 0.05) {
      isUnsure = true;
      continue;
    }
    got.push(...page.events.map((event) => event.eventId));
    if (isUnsure) isUnsure = page.hasMore;
    else if (page.events.length === 0 && wasOver) return got;
    await pause(5);
  }
}

test(
  'whenever the server, its database, writers and pollers are killed, every committed event comes exactly once and in order, and what was lost on its way is found again',
  { timeout: 3_600_000 },
  async (t) => {
    await using world = await startCrashWorld();
    const [followed, shared] = [await world.newAdapter('followed'), await world.newAdapter('shared')];
    let isOver = false;
    const seen: string[][] = [[], []];
    const readers = seen.map((ids) => follow(world, followed, ids, () => isOver));
    const taker = take(world, followed, () => isOver);
    let count = 0;
    const newWriter = () => world.writer(['followed', 'shared'], count++);
    const writing = Array.from({ length: writers }, newWriter);
    const polling = Array.from({ length: pollers }, () => world.poller(shared));
    const deadWriters: typeof writing = [];
    const deadPollers: typeof writing = [];
    const reported = () => [...writing, ...deadWriters].reduce((sum, { ids }) => sum + ids.length, 0);

    for (let round = 0; round < crashes.length || reported() < total; round++) {
      // before the next crash, waits until more events have been written and read
      const before = { seen: seen[0]!.length, reported: reported() };
      while (seen[0]!.length === before.seen || reported() === before.reported) await pause(20);
      await pause(Math.random() * maxMsBetween);
      const victims = [writing.shift()!, polling.shift()!];
      for (const { child } of victims) child.kill('SIGKILL');
      await Promise.all([world.crash(crashes[round % crashes.length]!), ...victims.map(({ ended }) => ended)]);
      deadWriters.push(victims[0]!);
      deadPollers.push(victims[1]!);
      writing.push(newWriter());
      polling.push(world.poller(shared));
    }
    for (const writer of writing) writer.finish();
    assert.ok((await Promise.all(writing.map(({ ended }) => ended))).every((code) => code === 0));
    for (const adapterId of ['followed', 'shared'])
      while ((await world.stream(adapterId)).unrelayed > 0) await pause(50);
    isOver = true;
    for (const poller of polling) poller.finish();
    assert.ok((await Promise.all(polling.map(({ ended }) => ended))).every((code) => code === 0));
    await Promise.all(readers);
    const got = await taker;

    const streams = { followed: await world.stream('followed'), shared: await world.stream('shared') };
    const ids = streams.followed.events.map((event) => event.eventId);
    for (const reader of seen) assertSameOrder(reader, ids, 'a reader with a cursor');
    assertSameOrder(got, ids, 'the one who takes and reads again what it has missed');

    const stored = [...streams.followed.events, ...streams.shared.events];
    assert.equal(
      new Set(stored.map((event) => event.subject)).size,
      stored.length,
      'what is appended again is there once',
    );
    assert.ok(
      stored.every((event) => event.subject.startsWith('kept/')),
      'what was rolled back is not there',
    );
    const known = new Set(stored.map((event) => event.subject));
    assert.ok(
      [...writing, ...deadWriters].every((writer) => writer.ids.every((subject) => known.has(subject))),
      'what was reported exists',
    );
    for (const { events } of Object.values(streams)) assertEachInOrder(events, count);

    const given = [...polling, ...deadPollers].flatMap((poller) => poller.ids);
    assert.equal(new Set(given).size, given.length, 'no event was given twice');
    const taken = new Set(given);
    const sharedIds = streams.shared.events.map((event) => event.eventId);
    const found = new Set<string>();
    // An adapter with several pollers gets lost pages again by polling from the last event before the first gap.
    for (let place = sharedIds.findIndex((id) => !taken.has(id)); place >= 0 && place < sharedIds.length;) {
      const startingAfter = sharedIds[place - 1];
      const page = await world.poll(shared, { limit: '100', startingAfter, returnAck: true });
      assertSameOrder(
        page!.events.map((event) => event.eventId),
        sharedIds.slice(place, place + 100),
        'the page read again',
      );
      for (const { eventId } of page!.events) found.add(eventId);
      const next = sharedIds.slice(place + 100).findIndex((id) => !taken.has(id));
      place = next < 0 ? -1 : place + 100 + next;
    }
    assert.ok(sharedIds.every((id) => taken.has(id) || found.has(id)));
    assert.deepEqual([streams.followed.pending, streams.shared.pending], [0, 0]);
    t.diagnostic(
      `${stored.length} events, ${deadWriters.length} crashes, ${sharedIds.length - given.length} events read again`,
    );
  },
);
