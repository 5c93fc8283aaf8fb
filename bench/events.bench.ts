// npm run bench -- events [--count 5000000] [--polls 3000] [--drain 100000] [--json]
// Compares polls over HTTP with the same statement sent by a bare driver to the same durable database. By default, the driver's statement
// is planned for each poll, whereas the server caches its plan. For empty polls, the driver with a cached plan is shown too (`planned`).
// Also compares streams with many and with few retained events (`size`), and polls during a purge and before it (`purge`).
import { adapterIdOf } from '../packages/server/src/platform/core.ts';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEventRetention } from '../packages/server/src/events/index.ts';
import { takePending } from '../packages/server/src/events/event-store.ts';
import { listPending } from '../packages/server/src/events/event-views.ts';
import { retentionLimit } from '../packages/server/src/events/retention-rules.ts';
import { type Connection, createLog, openDatabase, systemClock } from '../packages/server/src/platform/index.ts';
import { driverPollers, httpPollers, measureDrain, measureLatencies, type Pollers } from './events/pollers.ts';
import { seedEvents, seedPending } from './events/seed.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000000' },
    polls: { type: 'string', default: '3000' },
    drain: { type: 'string', default: '100000' },
    json: { type: 'boolean' },
  },
});
const count = Number(values.count);
const polls = Number(values.polls);
const drain = Math.min(Number(values.drain), count);
const small = 10_000;
const unacknowledged = 1_000;
/** Number of times that the compared runs alternate, so that other load on the machine affects both equally. */
const turns = 10;

type Ask = (connection: Connection) => Promise<unknown>;
interface Kind {
  name: string;
  secret: string;
  query: string;
  ask: Ask;
  events: number;
  /** Number of rows that the statement returns, which is one more than `events` if the statement checks for a next page. */
  rows: number;
}

const asked = (adapterId: string, limit: number) => ({
  adapterId: adapterIdOf(adapterId),
  after: new Date(0),
  retained: retentionLimit(systemClock.now()),
  filter: {},
  limit,
});

async function newAdapter(server: BenchServer, adapterId: string): Promise<string> {
  await server.call('POST', '/console/adapters', server.operatorSecret, { adapterId, name: adapterId });
  const key = await server.call('POST', '/console/keys', server.operatorSecret, {
    kind: 'adapter',
    name: adapterId,
    adapterId,
  });
  return (key as { secret: string }).secret; // the contract declares this type
}

interface Bench {
  server: BenchServer;
  connectionString: string;
  database: pg.Client;
  /** Polls for an adapter without pending events. */
  empty: Kind;
  /** Polls for the adapter with the events. */
  page: Kind;
}

async function latencies(pollers: Pollers, expected: number, share = polls / turns): Promise<number[]> {
  await using open = pollers;
  await measureLatencies(open, (done) => done >= share / 10, expected); // warms up connections and caches
  return await measureLatencies(open, (done) => done >= share, expected);
}

const overHttp = (bench: Bench, kind: Kind, pollers: number) =>
  httpPollers(pollers, bench.server.baseUrl, kind.secret, kind.query);

/** Returns the median and the 99th percentile of latencies in ms. */
const figures = (name: string, ms: number[], floorMs: number[]) =>
  [0.5, 0.99].map((share) =>
    result(`${name}-p${share * 100}`, percentile(ms, share), 'ms', percentile(floorMs, share)),
  );

/** Warms up the service. The first seconds of a process are not representative, because its code is not compiled yet. */
async function warmUp(bench: Bench): Promise<void> {
  for (const kind of [bench.empty, bench.page]) await latencies(overHttp(bench, kind, 8), kind.events, 5_000);
}

async function compare(bench: Bench, kind: Kind, pollers: number): Promise<BenchResult[]> {
  const http: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    floor.push(...(await latencies(await driverPollers(pollers, bench.connectionString, kind.ask), kind.rows)));
    http.push(...(await latencies(overHttp(bench, kind, pollers), kind.events)));
  }
  return figures(`${kind.name}-${pollers}`, http, floor);
}

/**
 * Compares empty polls over HTTP with a driver that caches its plan, as the server does. The difference is the cost of the key check and of
 * HTTP.
 */
async function comparePlanned(bench: Bench): Promise<BenchResult[]> {
  const http: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    floor.push(...(await latencies(await driverPollers(1, bench.connectionString, bench.empty.ask, true), 0)));
    http.push(...(await latencies(overHttp(bench, bench.empty, 1), 0)));
  }
  return figures('empty-1-planned', http, floor);
}

async function measureEmptying(bench: Bench): Promise<BenchResult> {
  const rates = { http: 0, floor: 0 };
  const { page, database, connectionString } = bench;
  for (const way of ['floor', 'http'] as const) {
    await seedPending(database, 'busy', drain);
    const ask: Ask = (connection) => takePending(connection, asked('busy', 100));
    await using pollers =
      way === 'http'
        ? httpPollers(1, bench.server.baseUrl, page.secret, 'limit=100')
        : await driverPollers(1, connectionString, ask);
    // The driver gets 100 fewer events, because recording its statement has already taken 100 events.
    rates[way] = await measureDrain(pollers, way === 'http' ? drain : drain - 100);
  }
  return result('drain', rates.http, 'events/s', rates.floor);
}

/** Measures the latencies of 8 pollers while expired days and their pending events are purged. */
async function measurePurge(bench: Bench): Promise<BenchResult[]> {
  const { page, database, connectionString } = bench;
  await seedEvents(database, 'busy', { count: Math.ceil(count / 10), fromDay: 35, toDay: 32 });
  await seedPending(database, 'busy', drain, 32);
  await seedPending(database, 'busy', unacknowledged);
  const calm = await latencies(overHttp(bench, page, 8), page.events, polls);
  await using handle = openDatabase({ connectionString, max: 2, name: 'purge', onError: () => undefined });
  await using retention = startEventRetention({
    database: handle.kysely,
    clock: systemClock,
    log: createLog('silent'),
  });
  await using pollers = overHttp(bench, page, 8);
  let isPurged = false;
  const started = performance.now();
  const purged = retention.drain().finally(() => {
    isPurged = true;
  });
  const shaken = await measureLatencies(pollers, () => isPurged, page.events);
  await purged;
  console.log(`${shaken.length} polls in ${Math.round(performance.now() - started)} ms of purging`);
  return figures('purge-8', shaken, calm);
}

/** Prepares a server with two adapters. One has `size` retained events, 1,000 of them unacknowledged. The other has no events. */
async function prepare(server: BenchServer, size: number): Promise<Bench> {
  const connectionString = await server.connectionString();
  const database = new pg.Client({ connectionString });
  database.on('error', () => undefined); // the database may stop before this connection does
  await database.connect();
  const empty: Kind = {
    name: 'empty',
    secret: await newAdapter(server, 'idle'),
    query: '',
    // For an empty poll, the server runs only this statement and not the statement that takes events.
    ask: (connection) => listPending(connection, asked('idle', 1)),
    events: 0,
    rows: 0,
  };
  const page: Kind = {
    name: 'page',
    secret: await newAdapter(server, 'busy'),
    query: 'limit=100&autoAck=false',
    ask: (connection) => listPending(connection, asked('busy', 100)),
    events: 100,
    rows: 101,
  };
  const started = performance.now();
  await seedEvents(database, 'busy', { count: size, fromDay: 29.9, toDay: 0.01 });
  await seedPending(database, 'busy', unacknowledged);
  console.log(`${size} events, made in ${Math.round((performance.now() - started) / 1000)} s`);
  return { server, connectionString, database, empty, page };
}

/** Compares the same polls with many retained events and with few. */
async function compareSizes(many: Bench, few: Bench, name: 'empty' | 'page'): Promise<BenchResult[]> {
  const manyMs: number[] = [];
  const fewMs: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    fewMs.push(...(await latencies(overHttp(few, few[name], 1), few[name].events)));
    manyMs.push(...(await latencies(overHttp(many, many[name], 1), many[name].events)));
  }
  return figures(`${name}-size`, manyMs, fewMs);
}

const results: BenchResult[] = [];
await using largeServer = await startBenchServer();
const large = await prepare(largeServer, count);
await warmUp(large);
for (const kind of [large.empty, large.page]) {
  for (const pollers of [1, 8, 32]) results.push(...(await compare(large, kind, pollers)));
}
results.push(...(await comparePlanned(large)));
{
  await using smallServer = await startBenchServer();
  const few = await prepare(smallServer, small);
  await warmUp(few);
  for (const name of ['empty', 'page'] as const) results.push(...(await compareSizes(large, few, name)));
  await few.database.end();
}
results.push(await measureEmptying(large), ...(await measurePurge(large)));
await large.database.end();
printResults('events', results);
