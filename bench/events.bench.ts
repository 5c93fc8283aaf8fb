// npm run bench -- events [--count 5000000] [--polls 3000] [--drain 100000] [--json]
// Polls over HTTP against the same statement sent by a bare driver to the same, durable database.
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
/** Floor and HTTP take turns, so that what else the machine does meets both. */
const turns = 3;

type Ask = (connection: Connection) => Promise<unknown>;
interface Kind {
  name: string;
  secret: string;
  query: string;
  ask: Ask;
  events: number;
  /** Rows of the statement: one more than the events where it looks for what comes after the page. */
  rows: number;
}

const asked = (adapterId: string, limit: number) => ({
  adapterId,
  after: retentionLimit(systemClock.now()),
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
  return (key as { secret: string }).secret; // as the contract says
}

interface Bench {
  server: BenchServer;
  connectionString: string;
  database: pg.Client;
  /** The adapter that nothing waits for, and the one with the events. */
  empty: Kind;
  page: Kind;
}

async function latencies(pollers: Pollers, expected: number, share = polls / turns): Promise<number[]> {
  await using open = pollers;
  await measureLatencies(open, (done) => done >= share / 10, expected); // connections and caches are warm then
  return await measureLatencies(open, (done) => done >= share, expected);
}

const overHttp = (bench: Bench, kind: Kind, pollers: number) =>
  httpPollers(pollers, bench.server.baseUrl, kind.secret, kind.query);

async function compare(bench: Bench, kind: Kind, pollers: number): Promise<BenchResult[]> {
  const http: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    floor.push(...(await latencies(await driverPollers(pollers, bench.connectionString, kind.ask), kind.rows)));
    http.push(...(await latencies(overHttp(bench, kind, pollers), kind.events)));
  }
  return [0.5, 0.99].map((share) =>
    result(`${kind.name}-${pollers}-p${share * 100}`, percentile(http, share), 'ms', percentile(floor, share)),
  );
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
    // the statement was learned from a poll of its own
    rates[way] = await measureDrain(pollers, way === 'http' ? drain : drain - 100);
  }
  return result('drain', rates.http, 'events/s', rates.floor);
}

/** What 8 pollers notice while days past the retention are purged, as the service does it, one after the other. */
async function measurePurge(bench: Bench): Promise<BenchResult[]> {
  const { page, database, connectionString } = bench;
  await seedEvents(database, 'busy', { count: Math.ceil(count / 10), fromDay: 35, toDay: 32 });
  await seedPending(database, 'busy', unacknowledged);
  await using handle = openDatabase({ connectionString, max: 2, name: 'purge', onError: () => undefined });
  const calm = await latencies(overHttp(bench, page, 8), page.events, polls);
  let isPurged = false;
  const during = latencies(overHttp(bench, page, 8), page.events, polls);
  await using retention = startEventRetention({
    database: handle.kysely,
    clock: systemClock,
    log: createLog('silent'),
  });
  const started = performance.now();
  const purged = retention.run().then(() => {
    isPurged = true;
    console.log(`the purge took ${Math.round(performance.now() - started)} ms`);
  });
  const shaken = await during;
  await purged;
  if (!isPurged) throw new Error('the purge did not end');
  return [0.5, 0.99].map((share) =>
    result(`purge-8-p${share * 100}`, percentile(shaken, share), 'ms', percentile(calm, share)),
  );
}

async function measureSize(bench: Bench, size: number): Promise<Map<Kind, number[]>> {
  const present = Number((await bench.database.query<{ n: string }>('select count(*) as n from event')).rows[0]?.n);
  if (present < size) await seedEvents(bench.database, 'busy', { count: size - present, fromDay: 29.9, toDay: 0.01 });
  await seedPending(bench.database, 'busy', unacknowledged);
  const found = new Map<Kind, number[]>();
  for (const kind of [bench.empty, bench.page])
    found.set(kind, await latencies(overHttp(bench, kind, 1), kind.events, polls));
  return found;
}

await using server = await startBenchServer();
const connectionString = await server.connectionString();
const database = new pg.Client({ connectionString });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
const bench: Bench = {
  server,
  connectionString,
  database,
  empty: {
    name: 'empty',
    secret: await newAdapter(server, 'idle'),
    query: '',
    ask: (connection) => takePending(connection, asked('idle', 10)),
    events: 0,
    rows: 0,
  },
  page: {
    name: 'page',
    secret: await newAdapter(server, 'busy'),
    query: 'limit=100&autoAck=false',
    ask: (connection) => listPending(connection, asked('busy', 100)),
    events: 100,
    rows: 101,
  },
};

const atSmall = await measureSize(bench, small);
const seeding = performance.now();
const atLarge = await measureSize(bench, count);
console.log(`${count} events, made in ${Math.round((performance.now() - seeding) / 1000)} s`);
const results: BenchResult[] = [];
for (const kind of [bench.empty, bench.page]) {
  for (const pollers of [1, 8, 32]) results.push(...(await compare(bench, kind, pollers)));
}
for (const kind of [bench.empty, bench.page]) {
  const [small = [], large = []] = [atSmall.get(kind), atLarge.get(kind)];
  for (const share of [0.5, 0.99])
    results.push(result(`${kind.name}-size-p${share * 100}`, percentile(large, share), 'ms', percentile(small, share)));
}
results.push(await measureEmptying(bench), ...(await measurePurge(bench)));
await database.end();
printResults('events', results);
