// npm run bench -- conversion [--values 100000,1000000] [--json]
// Makes an attribute with many stored values multi-valued, while edits and small imports write to the same catalogue. Reports the longest
// wait of these writes, compared with the same writes without the job. Also reports the time of the whole job, compared with a single
// statement that rewrites the same values and blocks all other writers. Fails if a write takes longer than a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { convertAtOnce } from './conversion/floor.ts';
import { type Catalogue, seedCatalogue } from './conversion/seed.ts';
import { startWriters, type WriteTimes } from './conversion/writers.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { percentile } from './import/small-gets.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: { values: { type: 'string', default: '100000,1000000' }, json: { type: 'boolean' } },
});
const sizes = values.values.split(',').map(Number);
/** Time for which the writes are measured without the job. */
const quietMs = 10_000;
const maxWaitMs = 1_000;
const maxIndexMs = 60_000;
const changesPath = '/api/datastandards/v1/datastandards/changes';

interface Change {
  changeId: string;
  status: string;
}

/**
 * Waits until the search index contains the catalogue, because indexing slows down the next measurement. Continues after a minute, because
 * a million products take several minutes.
 */
async function indexed(database: pg.Client, clientId: string): Promise<void> {
  const ends = performance.now() + maxIndexMs;
  while (performance.now() < ends) {
    const { rows } = await database.query<{ isBusy: boolean }>(
      'select exists (select 1 from product_change where client_id = $1) as "isBusy"',
      [clientId],
    );
    if (rows[0]?.isBusy === false) return;
    await sleep(200);
  }
}

/** Starts the change and waits for its end. @returns seconds */
async function convert(server: BenchServer, { secret }: Catalogue): Promise<number> {
  const started = performance.now();
  const definition = { id: 'weight', name: 'weight', compositeAttribute: null };
  const sent = [{ ...definition, type: { id: 'string', multiValue: true } }];
  let change = (await server.call('POST', changesPath, secret, sent)) as Change; // as the contract declares
  while (change.status === 'Checking' || change.status === 'Converting') {
    await sleep(200);
    change = (await server.call('GET', `${changesPath}/${change.changeId}`, secret)) as Change; // as the contract declares
  }
  if (change.status !== 'Completed') throw new Error(JSON.stringify(change));
  return (performance.now() - started) / 1000;
}

async function requireLists(database: pg.Client, clientId: string): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count
     from product
     where client_id = $1 and jsonb_typeof("values" -> 'weight') is distinct from 'array'`,
    [clientId],
  );
  if (rows[0]?.count !== 0) throw new Error(`${rows[0]?.count} values were not converted`);
}

const longest = (times: readonly number[]) => percentile(times, 1);

async function measure(server: BenchServer, database: pg.Client, size: number): Promise<BenchResult[]> {
  const catalogue = await seedCatalogue(server, `values-${size}`, size);
  await indexed(database, catalogue.clientId);
  await database.query('vacuum analyze product');
  const before = startWriters(server, catalogue, 'before');
  await sleep(quietMs);
  const quiet = await before.stop();
  const during = startWriters(server, catalogue, 'during');
  const seconds = await convert(server, catalogue);
  const busy = await during.stop();
  await requireLists(database, catalogue.clientId);
  const waits = `edit ${Math.round(longest(busy.edits))} ms, import ${Math.round(longest(busy.imports))} ms`;
  console.log(`${size} values were converted in ${seconds.toFixed(1)} s; longest waits: ${waits}`);
  const floor = await convertAtOnce(database, catalogue.clientId);
  const compare = (kind: keyof WriteTimes, name: string) => [
    result(`${name} longest`, longest(busy[kind]), 'ms', longest(quiet[kind])),
    result(`${name} p99`, percentile(busy[kind], 0.99), 'ms', percentile(quiet[kind], 0.99)),
  ];
  return [
    result(`convert ${size}`, size / seconds, 'values/s', size / floor),
    ...compare('edits', '  edit'),
    ...compare('imports', '  import of 100'),
  ];
}

await using server = await startBenchServer();
const database = new pg.Client({ connectionString: await server.connectionString() });
await database.connect();
const results: BenchResult[] = [];
try {
  for (const size of sizes) results.push(...(await measure(server, database, size)));
} finally {
  await database.end();
}
printResults('conversion', results);
const slow = results.find(({ name, value }) => name.endsWith('longest') && !(value <= maxWaitMs));
if (slow) {
  console.error(`${slow.name.trim()}: a write waited for more than ${maxWaitMs} ms`);
  process.exitCode = 1;
}
