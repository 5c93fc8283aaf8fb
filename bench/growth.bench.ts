// npm run bench -- growth [--sizes 10000,100000] [--listed 1000000] [--json]
// Evaluates more and more products with 100 filled attributes for a channel of 100 targets, and measures how the figures grow. Then adds
// small products with evaluations on three channels until there are `--listed` products, and measures lists and counts. The products and
// these evaluations are copied in the database, because importing and evaluating a million products takes ten minutes. Floors:
// - "pass" and "no changes": the time per product of the next smaller size. A ratio of 1.1 is an increase by a tenth per decade.
// - All other figures: their limits in milliseconds.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBenchServer } from './import/bench-server.ts';
import { BenchChannel, p95 } from './readiness/bench-channel.ts';
import { growEvaluations, growProducts, removeEvaluations } from './readiness/growth.ts';
import { definitions, mapping, writeProducts } from './readiness/scene.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    listed: { type: 'string', default: '1000000' },
    json: { type: 'boolean' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const [smallest = 10_000] = sizes;
const listed = Number(values.listed);
const clientId = 'demo';
const channelId = 'bench-shop';
const channel = `/api/channels/v1/channels/${channelId}`;
/** Longest allowed 95th percentiles, in milliseconds. */
const limits = { overview: 50, page: 150, edit: 100 };
const maxSlope = 1.1;

await using server = await startBenchServer();
const secret = server.clientSecret;
const database = new pg.Client({ connectionString: await server.connectionString() });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', secret, definitions);
const file = join(server.folder, 'products.json');
await writeProducts(file, smallest, 1);
await server.importFile(secret, file);
const channelIds = [channelId, 'bench-other-1', 'bench-other-2'];
const channels = channelIds.map((id) => new BenchChannel({ server, database, clientId, channelId: id }));
for (const one of channels) await one.connect();
const [measured] = channels;
if (measured === undefined) throw new Error('there is no channel');
await measured.untilIdle();
await server.call('PUT', `${channel}/mapping`, secret, mapping());
await measured.measurePass(() => server.call('POST', `${channel}/mapping/publish`, secret, {}));

const get = (path: string) => p95(30, () => server.call('GET', path, secret));
const refresh = () => server.call('POST', `${channel}/readiness/refresh`, secret, {});
const edit = (index: number) =>
  server.call('POST', '/api/import/v1/feeds/master?origin=edit', secret, {
    products: [{ __ID: 'P000000007', text_3: `edited ${index} ${Math.random()}` }],
  });
const results: BenchResult[] = [];
async function measureRequests(size: number): Promise<void> {
  const problem = `${channel}/readiness/products?target=t_reference_0&code=too-long`;
  results.push(
    result(`overview ${size}`, await get(`${channel}/readiness`), 'ms', limits.overview),
    result(`by problem ${size}`, await get(problem), 'ms', limits.page),
    result(`by outcome ${size}`, await get(`${channel}/readiness/products?outcome=invalid`), 'ms', limits.page),
    result(`edit ${size}`, await p95(60, edit), 'ms', limits.edit),
  );
  await measured?.untilCurrent();
}

let before: { fresh: number; unchanged: number } | undefined;
for (const size of sizes) {
  await growProducts(database, clientId, { from: smallest, to: size, isSmall: false });
  await removeEvaluations(database, clientId, channelId);
  const fresh = ((await measured.measurePass(refresh)).pass / size) * 1e6;
  const unchanged = ((await measured.measurePass(refresh)).pass / size) * 1e6;
  results.push(
    result(`pass ${size}`, fresh, 'µs/product', before?.fresh ?? fresh),
    result(`no changes ${size}`, unchanged, 'µs/product', before?.unchanged ?? unchanged),
  );
  before = { fresh, unchanged };
  await measureRequests(size);
}
await growProducts(database, clientId, { from: smallest, to: listed, isSmall: true });
await growEvaluations(database, clientId, channelIds, smallest);
await measureRequests(listed);
await database.end();
printResults('growth', results);
for (const { name, ratio, unit } of results) {
  if (ratio <= (unit === 'ms' ? 1 : maxSlope)) continue;
  console.error(`${name} is above its limit`);
  process.exitCode = 1;
}
