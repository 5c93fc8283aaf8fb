import { clientIdOf, channelIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { pino } from 'pino';
import { startEventRetention } from '../../src/events/index.ts';
import type { Worker } from '../../src/platform/index.ts';
import { type EventServer, startEventServer } from './event-server.ts';
import { type ModelEvent, ModelStream } from './stream-model.ts';

const hourMs = 3_600_000;
const runs = Number(process.env['PIMENTO_MODEL_RUNS'] ?? 20);

let server: EventServer;
let retention: Worker;
let adapters = 0;

before(async () => {
  server = await startEventServer();
  retention = startEventRetention({ database: server.database, clock: server.clock, log: pino({ level: 'silent' }) });
});
after(async () => {
  await retention[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

interface Side {
  adapterId: string;
  secret: string;
  model: ModelStream;
}
/** Two streams in parallel, so that the test notices if an event of one stream appears in the other. */
interface Model {
  sides: Side[];
  now: number;
}
type Command = fc.AsyncCommand<Model, EventServer>;

const which = fc.constantFrom(0, 1);
const clientId = fc.constantFrom('acme', 'bolt').map(clientIdOf);
const channelId = fc.constantFrom('shop', 'web', 'print').map(channelIdOf);
const eventType = fc.constantFrom(
  'SUBMIT_EVENT' as const,
  'AUTHENTICATION_EVENT' as const,
  'CLIENT_CHANNEL_DELETED_EVENT' as const,
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });
const settle = (server: EventServer, now: number) => {
  server.clock.now = () => new Date(now);
};
const plain = (event: ModelEvent) => ({ ...event, created: new Date(event.created).toISOString() });

const append = fc
  .record({
    side: which,
    events: fc.array(fc.record({ clientId, channelId, eventType }), { minLength: 1, maxLength: 6 }),
    backMs: fc.constantFrom(0, 0, 1, hourMs, 48 * hourMs),
  })
  .map(({ side, events, backMs }): Command => ({
    check: () => true,
    toString: () => `append(${JSON.stringify({ side, events, backMs })})`,
    async run(model, server) {
      const { adapterId, model: stream } = model.sides[side]!;
      settle(server, model.now - backMs);
      const ids = await server.append(adapterId, events);
      const times = stream.timesFor(events.length, model.now - backMs);
      settle(server, model.now);
      for (const [place, event] of events.entries())
        stream.events.push({ ...event, eventId: ids[place]!, created: times[place]!, acknowledged: false });
    },
  }));

const poll = fc
  .record({
    side: which,
    type: maybe(eventType),
    channelId: maybe(channelId),
    clientId: maybe(clientId),
    limit: fc.constantFrom(1, 2, 3, 10, 100),
    autoAck: fc.boolean(),
    returnAck: fc.boolean(),
    cursor: maybe(fc.record({ foreign: fc.nat({ max: 9 }).map((n) => n === 0), place: fc.nat() })),
  })
  .map(({ side, cursor: place, ...query }): Command => ({
    check: () => true,
    toString: () => `poll(${JSON.stringify({ side, cursor: place, ...query })})`,
    async run(model, server) {
      const own = model.sides[side]!;
      const source = place?.foreign ? model.sides[1 - side]! : own;
      const issued = source.model.events;
      const cursor = place && issued.length > 0 ? issued[place.place % issued.length] : undefined;
      const expected = own.model.poll({ ...query, cursor }, model.now);
      const given = Object.entries({ ...query, startingAfter: cursor?.eventId }).filter(
        ([, value]) => value !== undefined,
      );
      const path = `/external/events?${given.map(([name, value]) => `${name}=${String(value)}`).join('&')}`;
      const answer = await server.call('GET', path, own.secret);
      if (!expected) {
        assert.equal(answer.json.code, 'unknown-cursor');
        return;
      }
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      const shown = answer.json.events.map(({ data: _data, ...event }: { data: unknown }) => event);
      assert.deepEqual(
        { events: shown, hasMore: answer.json.hasMore },
        { events: expected.events.map(plain), hasMore: expected.hasMore },
      );
    },
  }));

const acknowledge = fc
  .record({ side: which, foreign: fc.nat({ max: 9 }).map((n) => n === 0), place: fc.nat() })
  .map(({ side, foreign, place }): Command => ({
    check: (model) => model.sides[foreign ? 1 - side : side]!.model.events.length > 0,
    toString: () => `acknowledge(${JSON.stringify({ side, foreign, place })})`,
    async run(model, server) {
      const own = model.sides[side]!;
      const issued = model.sides[foreign ? 1 - side : side]!.model.events;
      const { eventId } = issued[place % issued.length]!;
      const expected = own.model.acknowledge(eventId, model.now);
      const answer = await server.call('PUT', `/external/events/${eventId}`, own.secret);
      if (!expected) {
        // An acknowledged event that is older than the retention exists until its day is dropped.
        if (foreign || answer.status !== 200) assert.equal(answer.json.code, 'unknown-event');
        else assert.deepEqual([answer.json.eventId, answer.json.acknowledged], [eventId, true]);
        return;
      }
      const { data: _data, ...event } = answer.json;
      assert.deepEqual(event, plain(expected));
    },
  }));

const wait = fc.constantFrom(1, hourMs, 24 * hourMs, 13 * 24 * hourMs, 30 * 24 * hourMs).map((ms): Command => ({
  check: () => true,
  toString: () => `wait(${ms / hourMs} h)`,
  async run(model, server) {
    model.now += ms;
    settle(server, model.now);
  },
}));

const purge = fc.constant<Command>({
  check: () => true,
  toString: () => 'purge()',
  run: async () => retention.drain(),
});

test('whatever is appended, polled, acknowledged, replayed and purged, in any order, every answer equals that of a plain list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([append, append, poll, poll, poll, poll, acknowledge, wait, purge], { maxCommands: 60, size: 'max' }),
      async (commands) => {
        const now = Date.now();
        settle(server, now);
        const side = async (): Promise<Side> => {
          const adapterId = `model-${adapters++}`;
          return { adapterId, secret: await server.newAdapter(adapterId), model: new ModelStream() };
        };
        const model: Model = { sides: [await side(), await side()], now };
        await fc.asyncModelRun(() => ({ model, real: server }), commands);
      },
    ),
    { numRuns: runs },
  );
});
