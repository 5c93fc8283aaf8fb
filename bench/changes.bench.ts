// npm run bench -- changes [--count 5000000] [--json]
// Reads pages of 1,000 changes from the beginning, the middle and the end of a feed of 10,000 changes, then of a feed of `count` changes.
// The time for each page of the long feed is compared with the time for the page at the same position in the short feed.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '5000000' }, json: { type: 'boolean' } },
});
const small = 10_000;
const large = Number(values.count);
const clientId = 'demo';
const perEntry = 1_000;
const repeats = 30;
/** Maximum time for a page of the long feed, as a multiple of the time for the same page of the short feed. */
const maxRatio = 1.5;

/** Appends entries of 1,000 changes each, as imports of a catalogue of 100,000 products do. */
async function seedFeed(database: pg.Client, from: number, through: number): Promise<void> {
  await database.query(
    `insert into product_feed (client_id, position, at, kind, size, product_ids, revisions)
    select $1, entry.position, now(), 'changed', $2, ids.ids, ids.revisions
    from generate_series($3::bigint, $4::bigint) as entry (position)
    cross join lateral (
      select
        array_agg('product-' || ((entry.position * $2 + n) % 100000)::text) as ids,
        array_agg((entry.position / 100)::integer + 1 + 0 * n) as revisions
      from generate_series(1, $2::integer) as n
    ) as ids`,
    [clientId, perEntry, from, through],
  );
}

async function cursorAt(database: pg.Client, position: number): Promise<string> {
  const { rows } = await database.query<{ check: string }>(
    'select left(entry_id::text, 8) as check from product_feed where client_id = $1 and position = $2',
    [clientId, position],
  );
  return `${position}.500.${rows[0]?.check}`;
}

const middleOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function measurePage(server: BenchServer, after: string): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const started = performance.now();
    const path = `/api/products/v1/products/changes?limit=1000&after=${after}`;
    const page = (await server.call('GET', path, server.clientSecret)) as { changes: unknown[] }; // the contract declares this type
    times.push(performance.now() - started);
    if (page.changes.length === 0) throw new Error('an empty page');
  }
  return middleOf(times);
}

async function measureFeed(server: BenchServer, database: pg.Client, entries: number): Promise<number[]> {
  const times: number[] = [];
  for (const position of [1, Math.ceil(entries / 2), entries - 1])
    times.push(await measurePage(server, await cursorAt(database, position)));
  return times;
}

await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
await database.connect();
const results: BenchResult[] = [];
try {
  await seedFeed(database, 1, small / perEntry);
  await measureFeed(server, database, small / perEntry);
  const floors = await measureFeed(server, database, small / perEntry);
  await seedFeed(database, small / perEntry + 1, large / perEntry);
  const times = await measureFeed(server, database, large / perEntry);
  for (const [index, name] of ['page at the start', 'page in the middle', 'page at the end'].entries())
    results.push(result(name, times[index] ?? Number.NaN, 'ms', floors[index] ?? Number.NaN));
} finally {
  await database.end();
}
printResults('changes', results);
if (results.some(({ ratio }) => !(ratio <= maxRatio))) {
  console.error(`a page of a long feed takes more than ${maxRatio} times as long as one of a short feed`);
  process.exitCode = 1;
}
