// npm run bench -- events-emit [--count 2000] [--json]
// Compares two ways of writing events to one stream, with one event per transaction. With the outbox, a relay moves the events to the
// stream. The floor is the former implementation, in which each transaction appends its event itself and holds the lock of the stream until
// its commit.
// `emit` is measured with 1, 8 and 32 writers. Its times are those of one transaction, including the wait for the relay.
// On a small machine, the writers take most of the processor time, and slow down the relay. Therefore `stream` measures how fast the relay
// alone moves events that are already in the outbox. Its floor is the rate of 8 writers in the former implementation.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createStream, startEventRelay } from '../packages/server/src/events/index.ts';
import { addEvents, relayEvents } from '../packages/server/src/events/outbox-store.ts';
import { maxBatch } from '../packages/server/src/events/relay-rules.ts';
import {
  adapterIdOf,
  channelIdOf,
  clientIdOf,
  createLog,
  type Database,
  openDatabase,
  systemClock,
  transaction,
} from '../packages/server/src/platform/index.ts';
import { startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { type BenchResult, median, printResults, result } from './report.ts';

const eventOf = (writer: number, number: number) => ({
  clientId: clientIdOf(`client-${writer}`),
  channelId: channelIdOf('shop'),
  eventType: 'SUBMIT_EVENT' as const,
  subject: `${writer}/${number}`,
  data: { submissionId: systemClock.newId(), accountId: systemClock.newId(), productCount: 1, comment: null },
});

/** Writes one event in a transaction. */
type Emit = (writer: number, number: number) => Promise<unknown>;

const directly =
  (database: Database, adapterId: string): Emit =>
  (writer, number) => {
    const { clientId, channelId, eventType, subject, data } = eventOf(writer, number);
    const event = { client_id: clientId, channel_id: channelId, event_type: eventType, subject, data };
    return transaction(database, (opened) =>
      sql`select append_to_stream(${adapterId}, ${JSON.stringify([event])}::jsonb, null)`.execute(opened),
    );
  };

const throughOutbox =
  (database: Database, adapterId: string): Emit =>
  (writer, number) =>
    transaction(database, (opened) => addEvents(opened, adapterIdOf(adapterId), [eventOf(writer, number)]));

interface Run {
  /** Events per second, until the last one is in the stream. */
  rate: number;
  /** Time of each transaction in ms, including its wait for the relay. */
  ms: number[];
}

async function run(writers: number, events: number, emit: Emit, finish: () => Promise<void>): Promise<Run> {
  const ms: number[] = [];
  let number = 0;
  const write = async (writer: number) => {
    while (number < events) {
      const started = performance.now();
      await emit(writer, number++);
      ms.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await finish();
  return { rate: ms.length / ((performance.now() - started) / 1000), ms };
}

async function countEvents(database: Database, adapterId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from event where event.adapter_id = ${adapterId}`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * Measures how many events per second writers add to one stream, with one event per transaction. The floor is the former implementation.
 * The two implementations alternate.
 */
async function compareEmits(connectionString: string, writers: number, events: number): Promise<BenchResult[]> {
  const pool = { connectionString, onError: () => undefined };
  await using handle = openDatabase({ ...pool, max: writers, name: 'emit' });
  await using relaying = openDatabase({ ...pool, max: 4, name: 'relay', prepared: true });
  const database = handle.kysely;
  const deps = { database, prepared: relaying.kysely, clock: systemClock, log: createLog('silent') };
  await using relay = startEventRelay(deps);
  const runs: { former: Run; outbox: Run }[] = [];
  // the first turn warms up connections and plans
  for (let turn = 0; turn <= 5; turn += 1) {
    const ids = { former: `former-${writers}-${turn}`, outbox: `outbox-${writers}-${turn}` };
    for (const id of Object.values(ids)) await transaction(database, (opened) => createStream(opened, adapterIdOf(id)));
    const former = await run(writers, events, directly(database, ids.former), async () => undefined);
    const outbox = await run(writers, events, throughOutbox(database, ids.outbox), () => relay.drain());
    for (const id of Object.values(ids)) {
      const count = await countEvents(database, id);
      if (count < events) throw new Error(`${id} has ${count} events`);
    }
    if (turn > 0) runs.push({ former, outbox });
  }
  const rate = (way: 'former' | 'outbox') => median(runs.map((one) => one[way].rate));
  const time = (way: 'former' | 'outbox', share: number) =>
    percentile(
      runs.flatMap((one) => one[way].ms),
      share,
    );
  return [
    result(`emit-${writers}`, rate('outbox'), 'events/s', rate('former')),
    ...[0.5, 0.99].map((share) =>
      result(`emit-${writers}-p${share * 100}`, time('outbox', share), 'ms', time('former', share)),
    ),
  ];
}

/** Measures how many events per second a relay moves from an outbox to its stream. The floor is the former rate of 8 writers. */
async function compareStreams(connectionString: string, events: number): Promise<BenchResult> {
  const pool = { connectionString, onError: () => undefined };
  await using writing = openDatabase({ ...pool, max: 8, name: 'emit' });
  await using relaying = openDatabase({ ...pool, max: 1, name: 'relay', prepared: true });
  const database = writing.kysely;
  const rates: { former: number[]; outbox: number[] } = { former: [], outbox: [] };
  for (let turn = 0; turn <= 5; turn += 1) {
    const [former, outbox] = [adapterIdOf(`stream-former-${turn}`), adapterIdOf(`stream-outbox-${turn}`)];
    for (const id of [former, outbox]) await transaction(database, (opened) => createStream(opened, id));
    const waiting = Array.from({ length: events }, (_, number) => eventOf(number % 8, number));
    await transaction(database, (opened) => addEvents(opened, outbox, waiting));
    // less than `events` if the sweep of the server moves some of them
    let relayed = 0;
    const started = performance.now();
    for (let hasMore = true; hasMore;) {
      const moved = await relayEvents(relaying.kysely, outbox, maxBatch);
      relayed += moved?.relayed ?? 0;
      hasMore = moved?.hasMore ?? true;
    }
    const seconds = (performance.now() - started) / 1000;
    if ((await countEvents(database, outbox)) !== events) throw new Error('events are missing');
    const { rate } = await run(8, events, directly(database, former), async () => undefined);
    // the first turn warms up connections and plans
    if (turn > 0) {
      rates.former.push(rate);
      rates.outbox.push(relayed / seconds);
    }
  }
  return result('stream', median(rates.outbox), 'events/s', median(rates.former));
}

const { values } = parseArgs({ options: { count: { type: 'string', default: '2000' }, json: { type: 'boolean' } } });
await using server = await startBenchServer();
const results = [await compareStreams(await server.connectionString(), Number(values.count))];
for (const writers of [1, 8, 32])
  results.push(...(await compareEmits(await server.connectionString(), writers, Number(values.count))));
printResults('events-emit', results);
