// npm run bench -- import [--count 100000] [--large 1000000] [--json]
// Compares imports over HTTP with the write speed of the database alone. --large 0 skips the large catalogue.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { canGenerate, readDefinitions, writeBodies, writeProducts } from './import/catalogue-file.ts';
import { measureFloor } from './import/floor.ts';
import { percentile, startSmallGets } from './import/small-gets.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    json: { type: 'boolean' },
  },
});
const count = Number(values.count);
const large = Number(values.large);
const maxRssMb = 300;
const maxGetMs = 50;
// Number of pairs of imports. Each pair imports the same new products into the large catalogue and into an empty one. The median pair is
// the result, because the speed of one machine varies between 14,000 and 20,000 products/s within minutes.
const pairs = 3;

/** Adds a short value to a product, so that the import must update the product. */
const changed = (line: string) => line.replace(/^\{"__ID":/, '{"bench_mark":"changed","__ID":');

async function newClient(server: BenchServer, clientId: string): Promise<string> {
  await server.call('POST', '/console/clients', server.operatorSecret, { clientId, name: clientId });
  const key = (await server.call('POST', '/console/keys', server.operatorSecret, {
    kind: 'client',
    name: 'bench',
    clientId,
  })) as { secret: string }; // the contract declares this type
  for (const definitions of readDefinitions())
    await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', key.secret, definitions);
  return key.secret;
}

async function measureRate(
  server: BenchServer,
  secret: string,
  file: string,
  expected: { count: number; outcome: 'created' | 'updated' | 'unchanged'; repeats?: number },
): Promise<number> {
  const report = await server.importFile(secret, file);
  const missing = expected.count - report[expected.outcome];
  if (report.rejected > 0 || missing < 0 || missing > (expected.repeats ?? 0))
    throw new Error(`expected ${expected.count} ${expected.outcome}: ${JSON.stringify(report).slice(0, 2000)}`);
  return (report.created + report.updated + report.unchanged + report.rejected) / (report.durationMs / 1000);
}

/** Warms up the service. The first seconds of a process are not representative, because its code is not compiled yet. */
async function warmUp(server: BenchServer, folder: string): Promise<void> {
  const products = join(folder, 'warm.ndjson');
  await writeProducts(products, 10_000);
  const body = join(folder, 'warm.json');
  await writeBodies(products, [body], (line) => ({ target: 0, line }));
  await measureRate(server, await newClient(server, 'warm'), body, { count: 10_000, outcome: 'created' });
}

async function measureSmall(folder: string): Promise<BenchResult[]> {
  await using server = await startBenchServer();
  await warmUp(server, folder);
  const products = join(folder, 'products.ndjson');
  await writeProducts(products, count);
  const path = (name: string) => join(folder, `${name}.json`);
  await writeBodies(products, [path('whole')], (line) => ({ target: 0, line }));
  await writeBodies(products, [path('changed')], (line, index) => ({
    target: 0,
    line: index % 10 === 0 ? changed(line) : line,
  }));
  const quarters = [0, 1, 2, 3].map((at) => path(`quarter-${at}`));
  await writeBodies(products, quarters, (line, index) => ({ target: index % 4, line }));
  const single = await newClient(server, 'single');
  const fresh = await measureRate(server, single, path('whole'), { count, outcome: 'created' });
  const floor = await measureFloor(await server.connectionString(), join(folder, 'rows.copy'), 'single');
  const unchanged = await measureRate(server, single, path('whole'), { count, outcome: 'unchanged' });
  const changed10 = await measureRate(server, single, path('changed'), {
    count: Math.ceil(count / 10),
    outcome: 'updated',
  });
  const many = await newClient(server, 'many');
  const started = performance.now();
  await Promise.all(quarters.map((file) => server.importFile(many, file)));
  const together = count / ((performance.now() - started) / 1000);
  const rates = { fresh, changed10, unchanged, 'fresh-4-clients': together };
  return Object.entries(rates).map(([name, rate]) => result(name, rate, 'products/s', floor));
}

/** Measures the import of new products into the empty catalogue of a client, on a new server after a warm-up. */
async function measureEmpty(folder: string, file: string): Promise<number> {
  await using server = await startBenchServer();
  await warmUp(server, folder);
  // The result is awaited here, because the server is disposed of when this function ends.
  return await measureRate(server, await newClient(server, 'empty'), file, { count, outcome: 'created' });
}

/**
 * Waits until the search index and autovacuum have finished, which can take minutes after an import. Without this, they would slow down the
 * next measurement.
 */
async function settled(server: BenchServer): Promise<void> {
  const database = new pg.Client({ connectionString: await server.connectionString() });
  await database.connect();
  for (let calm = 0; calm < 3;) {
    const { rows } = await database.query<{ busy: boolean }>(
      `select exists (select from product_change)
         or exists (select from pg_stat_activity where backend_type = 'autovacuum worker') as busy`,
    );
    calm = rows[0]?.busy === false ? calm + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await database.end();
}

/**
 * Imports `large` products in one request while other requests read. Then imports `count` new products into this catalogue and into an
 * empty one, once for each pair.
 */
async function measureLarge(folder: string): Promise<BenchResult[]> {
  // A separate server, so that no other request affects its peak memory.
  await using server = await startBenchServer();
  await warmUp(server, folder);
  const products = join(folder, 'large.ndjson');
  await writeProducts(products, large + pairs * count);
  const whole = join(folder, 'large.json');
  const more = Array.from({ length: pairs }, (_, pair) => join(folder, `more-${pair}.json`));
  await writeBodies(products, [whole, ...more], (line, index) => ({
    target: index < large ? 0 : 1 + Math.floor((index - large) / count),
    line,
  }));
  await rm(products);
  const secret = await newClient(server, 'large');
  const gets = startSmallGets(`${server.baseUrl}/api/products/v1/products?limit=1`, secret);
  // Tolerance for repeated ids, because the generator repeats a few ids per million products.
  const repeats = Math.ceil(large / 1000);
  // The reader is stopped even if the import fails. Otherwise the reader would fail when the server is disposed of, and its error would
  // hide the reason.
  const latencies = await measureRate(server, secret, whole, { count: large, outcome: 'created', repeats }).then(
    () => gets.stop(),
    async (error: unknown) => {
      await gets.stop();
      throw error;
    },
  );
  const peakRssMb = await server.peakRssMb();
  const rates: { full: number; empty: number }[] = [];
  for (const file of more) {
    await settled(server);
    const full = await measureRate(server, secret, file, { count, outcome: 'created', repeats });
    await settled(server);
    rates.push({ full, empty: await measureEmpty(folder, file) });
  }
  const { full, empty } = rates.toSorted((a, b) => a.full / a.empty - b.full / b.empty)[(pairs - 1) / 2] ?? {
    full: NaN,
    empty: NaN,
  };
  return [
    result('fresh-into-1m', full, 'products/s', empty),
    result('peak-rss-mb', peakRssMb, 'MB', maxRssMb),
    result('small-get-p99-ms', percentile(latencies, 0.99), 'ms', maxGetMs),
  ];
}

if (!canGenerate()) {
  console.log('The catalogues that this benchmark scales are not here (../shared, or PIMENTO_SHARED).');
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'pimento-bench-files-'));
try {
  const small = await measureSmall(folder);
  const big = large > 0 ? await measureLarge(folder) : [];
  printResults('import', [...small, ...big]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
