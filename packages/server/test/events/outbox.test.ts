import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startEventRelay } from '../../src/events/index.ts';
import { addEvents, relayEvents } from '../../src/events/outbox-store.ts';
import {
  type AdapterId,
  adapterIdOf,
  channelIdOf,
  clientIdOf,
  systemClock,
  transaction,
  type Transaction,
} from '../../src/platform/index.ts';
import { appendEvents } from './append-events.ts';
import { type EventServer, startEventServer } from './event-server.ts';

const runs = Number(process.env['PIMENTO_MODEL_RUNS'] ?? 15);

let server: EventServer;
before(async () => {
  server = await startEventServer();
});
after(() => server[Symbol.asyncDispose]());

/** Pairs of client and channel. The events of each pair must be read in the order of their commits. */
const connections = ['acme/shop', 'acme/web', 'bolt/shop'] as const;
type ConnectionName = (typeof connections)[number];

const eventOf = (connection: ConnectionName, number: number) => {
  const [clientId = '', channelId = ''] = connection.split('/');
  return {
    clientId: clientIdOf(clientId),
    channelId: channelIdOf(channelId),
    eventType: 'SUBMIT_EVENT' as const,
    subject: `${connection}/${number}`,
    data: { submissionId: connection, n: number },
  };
};

const connection = fc.constantFrom(...connections);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write'), connection, count: fc.integer({ min: 1, max: 4 }), isKept: fc.boolean() }),
  fc.record({ kind: fc.constant('begin'), connection }),
  fc.record({ kind: fc.constant('end'), connection, isKept: fc.boolean() }),
  fc.record({ kind: fc.constant('append'), connection }),
  fc.record({ kind: fc.constant('relay'), relays: fc.constantFrom(1, 3), max: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('crash'), isHalfDone: fc.boolean(), max: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('halt') }),
  fc.record({ kind: fc.constant('poll'), limit: fc.constantFrom(1, 3, 100) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Opens a transaction like that of a halted process. It ends when the returned function is called. */
async function openTransaction(work: (opened: Transaction) => Promise<void>) {
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<boolean>();
  const rollBack = new Error('rolled back');
  const done = transaction(server.database, async (opened) => {
    await work(opened);
    started.resolve();
    if (!(await ended.promise)) throw rollBack;
  }).catch((error: unknown) => {
    if (error !== rollBack) throw error;
  });
  await Promise.race([started.promise, done]);
  return (isKept: boolean) => {
    ended.resolve(isKept);
    return done;
  };
}

/** Writers, relays and an adapter on one stream. Keeps the numbers of the committed events for each connection, in order. */
class World {
  readonly adapterId: AdapterId;
  readonly secret: string;
  readonly committed = new Map<ConnectionName, number[]>(connections.map((name) => [name, []]));
  readonly read: { submissionId?: string; n?: number }[] = [];
  readonly open = new Map<ConnectionName, { numbers: number[]; end: (isKept: boolean) => Promise<void> }>();
  halted: ((isKept: boolean) => Promise<void>) | undefined;
  made = 0;

  constructor(adapterId: string, secret: string) {
    this.adapterId = adapterIdOf(adapterId);
    this.secret = secret;
  }

  numbers(count: number): number[] {
    return Array.from({ length: count }, () => this.made++);
  }

  keep(name: ConnectionName, numbers: readonly number[]): void {
    this.committed.get(name)!.push(...numbers);
  }

  async run(given: Step): Promise<void> {
    if (given.kind === 'write' && !this.open.has(given.connection)) {
      const numbers = this.numbers(given.count);
      const events = numbers.map((number) => eventOf(given.connection, number));
      const end = await openTransaction((opened) => addEvents(opened, this.adapterId, events));
      await end(given.isKept);
      if (given.isKept) this.keep(given.connection, numbers);
    }
    if (given.kind === 'begin' && !this.open.has(given.connection)) {
      const numbers = this.numbers(1);
      const events = numbers.map((number) => eventOf(given.connection, number));
      const end = await openTransaction((opened) => addEvents(opened, this.adapterId, events));
      this.open.set(given.connection, { numbers, end });
    }
    if (given.kind === 'end') await this.end(given.connection, given.isKept);
    if (given.kind === 'append' && !this.halted && !this.open.has(given.connection)) {
      const numbers = this.numbers(1);
      const events = numbers.map((number) => eventOf(given.connection, number));
      await transaction(server.database, (opened) => appendEvents(opened, this.adapterId, events));
      this.keep(given.connection, numbers);
    }
    if (given.kind === 'relay') {
      const relays = Array.from({ length: given.relays }, () =>
        relayEvents(server.database, this.adapterId, given.max),
      );
      const relayed = await Promise.all(relays);
      if (this.halted) assert.ok(relayed.every((one) => one === undefined));
    }
    if (given.kind === 'crash' && !this.halted) await this.crash(given);
    if (given.kind === 'halt') await this.halt();
    if (given.kind === 'poll') await this.poll(given.limit);
  }

  async end(name: ConnectionName, isKept: boolean): Promise<void> {
    const opened = this.open.get(name);
    this.open.delete(name);
    await opened?.end(isKept);
    if (opened && isKept) this.keep(name, opened.numbers);
  }

  /** Holds the lock of the stream until the next call. */
  async halt(): Promise<void> {
    const halted = this.halted;
    this.halted = undefined;
    if (halted) await halted(false);
    else
      this.halted = await openTransaction(async (opened) => {
        await sql`select 1 from stream where stream.adapter_id = ${this.adapterId} for update`.execute(opened);
      });
  }

  /** Simulates a relay that is killed before its commit or, if `isHalfDone`, after it has committed the append but not the deletion. */
  async crash({ isHalfDone, max }: { isHalfDone: boolean; max: number }): Promise<void> {
    const end = await openTransaction(async (opened) => {
      if (!isHalfDone) await sql`select from relay_events(${this.adapterId}, ${max}::integer)`.execute(opened);
      else
        await sql`
          select append_to_stream(${this.adapterId}, jsonb_agg(to_jsonb(oldest) order by oldest.event_no), null)
          from (
            select event_outbox.* from event_outbox
            where event_outbox.adapter_id = ${this.adapterId}
            order by event_outbox.event_no
            limit ${max}::integer
          ) as oldest
          having count(*) > 0`.execute(opened);
    });
    await end(isHalfDone);
  }

  async poll(limit: number): Promise<number> {
    const { events } = await server.poll(this.secret, { limit });
    for (const { data } of events) {
      const own = this.committed.get(data.submissionId as ConnectionName)!;
      const before = this.read.filter(({ submissionId }) => submissionId === data.submissionId).length;
      assert.equal(data.n, own[before], 'the next committed event of its connection');
      this.read.push(data);
    }
    return events.length;
  }

  async finish(): Promise<void> {
    if (this.halted) await this.halt();
    for (const name of connections) await this.end(name, true);
    while ((await relayEvents(server.database, this.adapterId, 3))?.hasMore !== false);
    while ((await this.poll(100)) > 0);
    assert.equal(this.read.length, [...this.committed.values()].flat().length);
  }
}

let adapters = 0;

test('whatever writers, relays and former versions do, are killed or halted, an adapter gets every committed event once, in the order of the commits of its connection, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const adapterId = `outbox-${adapters++}`;
      const world = new World(adapterId, await server.newAdapter(adapterId));
      try {
        for (const each of steps) await world.run(each);
      } finally {
        await world.finish();
      }
    }),
    { numRuns: runs },
  );
});

test('after a commit an event is in the stream before the transaction is over; events of a killed process are found', async () => {
  const secret = await server.newAdapter('woken');
  const adapterId = adapterIdOf('woken');
  const { database, clock } = server;
  const write = (number: number) =>
    transaction(database, (opened) => addEvents(opened, adapterId, [eventOf('acme/shop', number)]));
  await write(1);
  assert.equal((await server.poll(secret)).events.length, 0, 'no relay runs yet');
  await using relay = startEventRelay({ database, prepared: database, clock, log: pino({ level: 'silent' }) });
  await relay.drain();
  assert.deepEqual(
    (await server.poll(secret)).events.map(({ data }) => data.n),
    [1],
  );
  await write(2);
  await write(3);
  assert.deepEqual(
    (await server.poll(secret)).events.map(({ data }) => data.n),
    [2, 3],
  );
});

test('a transaction waits for its relay only as long as the stream is not held by another one, and a locked stream delays no other', async () => {
  const [, secret] = [await server.newAdapter('locked'), await server.newAdapter('free')];
  const { database, clock } = server;
  await using relay = startEventRelay({ database, prepared: database, clock, log: pino({ level: 'silent' }) });
  const end = await openTransaction(async (opened) => {
    await sql`select 1 from stream where stream.adapter_id = 'locked' for update`.execute(opened);
  });
  const started = systemClock.monotonic();
  for (let number = 0; number < 20; number += 1) {
    for (const adapterId of ['locked', 'free'])
      await transaction(database, (opened) =>
        addEvents(opened, adapterIdOf(adapterId), [eventOf('acme/shop', number)]),
      );
    assert.equal((await server.poll(secret)).events.length, 1);
  }
  const took = systemClock.monotonic() - started;
  assert.ok(took < 4_000, `40 transactions took ${took} ms`);
  await end(false);
  await relay.drain();
  const { rows } = await sql<{ n: number }>`
    select (event.data ->> 'n')::integer as n
    from event
    where event.adapter_id = 'locked'
    order by event.created`.execute(database);
  assert.deepEqual(
    rows.map(({ n }) => n),
    Array.from({ length: 20 }, (_, number) => number),
  );
});

test('a large batch is relayed in parts, and a rolled back transaction leaves nothing to relay', async () => {
  const secret = await server.newAdapter('large');
  const adapterId = adapterIdOf('large');
  const text = 'x'.repeat(3_000_000);
  const events = [1, 2, 3, 4].map((number) => ({ ...eventOf('acme/shop', number), data: { n: number, text } }));
  await transaction(server.database, (opened) => addEvents(opened, adapterId, events));
  assert.deepEqual(await relayEvents(server.database, adapterId, 100), { relayed: 3, hasMore: true });
  assert.deepEqual(await relayEvents(server.database, adapterId, 100), { relayed: 1, hasMore: false });
  assert.deepEqual(await relayEvents(server.database, adapterId, 100), { relayed: 0, hasMore: false });
  assert.equal((await server.poll(secret)).events.length, 4);
  await assert.rejects(
    transaction(server.database, (opened) => addEvents(opened, adapterIdOf('nowhere'), [eventOf('acme/shop', 1)])),
    /no stream of adapter nowhere/,
  );
});
