// npm run bench -- readiness [--count 10000] [--json]
// Evaluates products with 100 filled attributes for a channel of 100 targets. The floor of passes is a bare driver: it reads the same
// products as text and upserts rows as wide as an evaluation, 1,000 per transaction. Imports, edits and pages are compared with the same
// requests without a mapping or a filter, in the same run.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { definitions, mapping, standard, writeProducts } from './readiness/scene.ts';
import { printResults, result } from './report.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, json: { type: 'boolean' } } });
const count = Number(values.count);
const clientId = 'demo';
const channel = '/api/channels/v1/channels/bench-shop';
/** Milliseconds between two requests for the progress. */
const pollMs = 50;
const minRatios: Record<string, number> = { pass: 0.45, 'pass, no changes': 0.5, 'import, mapped': 0.85 };

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Returns the 95th percentile of the duration of a request, in milliseconds. */
async function p95(times: number, request: (index: number) => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) durations.push(1000 * (await seconds(() => request(index))));
  return durations.toSorted((a, b) => a - b)[Math.floor(times * 0.95)] ?? Number.NaN;
}

async function connect(server: BenchServer): Promise<string> {
  const operator = server.operatorSecret;
  await server.call('POST', '/console/adapters', operator, { adapterId: 'bench', name: 'Bench' });
  const created = { channelId: 'bench-shop', adapterId: 'bench', name: 'Bench', accountFields: [] };
  await server.call('POST', '/console/channels', operator, created);
  const key = { kind: 'adapter', name: 'Bench', adapterId: 'bench' };
  const { secret } = (await server.call('POST', '/console/keys', operator, key)) as { secret: string }; // as the contract says
  await server.call('POST', `${channel}/accounts`, server.clientSecret, { name: 'Shop', properties: {} });
  await server.call('PUT', '/external/channels/bench-shop/standard', secret, standard());
  return secret;
}

/** Waits until all evaluations are current. */
async function untilCurrent(server: BenchServer): Promise<void> {
  for (;;) {
    const state = (await server.call('GET', `${channel}/readiness`, server.clientSecret)) as {
      pending: number;
      pass: unknown;
      rulesetNo: number | null;
    }; // as the contract says
    if (state.rulesetNo !== null && state.pending === 0 && state.pass === null) return;
    await sleep(pollMs);
  }
}

/** Reads all products as text, and upserts rows as wide as an evaluation. */
async function measureFloor(database: pg.Client): Promise<number> {
  await database.query('drop table if exists floor_evaluation');
  await database.query('create table floor_evaluation (like channel_evaluation including all)');
  return seconds(async () => {
    let after = '';
    for (;;) {
      await database.query('begin');
      const { rows } = await database.query<{ product_id: string; text: string }>(
        `select product_id, "values"::text as text from product where client_id = $1 and product_id > $2 order by product_id limit 1000`,
        [clientId, after],
      );
      await database.query(
        `insert into floor_evaluation
        select evaluation.* from channel_evaluation as evaluation
        where evaluation.client_id = $1 and evaluation.product_id = any($2::text[])
        on conflict (client_id, channel_id, product_id) do update set result_hash = excluded.result_hash`,
        [clientId, rows.map((row) => row.product_id)],
      );
      await database.query('commit');
      after = rows.at(-1)?.product_id ?? '';
      if (rows.length < 1000) return;
    }
  });
}

await using server = await startBenchServer();
const secret = server.clientSecret;
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', secret, definitions);
const files = [1, 2, 3].map((seed) => join(server.folder, `products-${seed}.json`));
for (const [index, file] of files.entries()) await writeProducts(file, count, index + 1);
const [first = '', second = '', third = ''] = files;
await server.importFile(secret, first);
const adapterSecret = await connect(server);
const edit = (index: number) =>
  server.call('POST', '/api/import/v1/feeds/master?origin=edit', secret, {
    products: [{ __ID: 'P000000007', text_3: `edited ${index} ${Math.random()}` }],
  });
const unmappedEdit = await p95(60, edit);
const unmapped = (await server.importFile(secret, second)).durationMs;
await server.call('PUT', `${channel}/mapping`, secret, mapping());
const fresh = await seconds(async () => {
  await server.call('POST', `${channel}/mapping/publish`, secret, {});
  await untilCurrent(server);
});
const database = new pg.Client({ connectionString: await server.connectionString() });
await database.connect();
const floors = [await measureFloor(database), await measureFloor(database)];
const floor = Math.min(...floors);
const again = await seconds(async () => {
  await server.call('POST', `${channel}/readiness/refresh`, secret, {});
  await untilCurrent(server);
});
const mapped = (await server.importFile(secret, third)).durationMs;
const backlog = await seconds(() => untilCurrent(server));
const mappedEdit = await p95(60, edit);
await untilCurrent(server);
const page = (query: string) => server.call('GET', `/api/products/v1/products?limit=100${query}`, secret);
const plainPage = await p95(30, () => page(''));
const filtered = await p95(30, () => page('&readiness=bench-shop:invalid'));
const overview = await p95(30, () => server.call('GET', `${channel}/readiness`, secret));
const preview = await p95(10, () => server.call('POST', `${channel}/mapping/preview`, secret, { limit: 50 }));
const problems = await p95(30, () =>
  server.call('GET', `${channel}/readiness/products?target=t_reference_0&code=too-long`, secret),
);
const suggestions = await p95(10, () => server.call('GET', `${channel}/mapping/suggestions`, secret));
const harmless = await seconds(async () => {
  const renamed = standard();
  await server.call('PUT', '/external/channels/bench-shop/standard', adapterSecret, { ...renamed, name: 'Renamed' });
  await untilCurrent(server);
});
await database.end();

const perSecond = (duration: number) => count / duration;
const results = [
  result('pass', perSecond(fresh), 'products/s', perSecond(floor)),
  result('pass, no changes', perSecond(again), 'products/s', perSecond(floor)),
  result('import, mapped', count / (mapped / 1000), 'products/s', count / (unmapped / 1000)),
  result('backlog', backlog, 's', mapped / 1000),
  result('edit p95', mappedEdit, 'ms', unmappedEdit),
  result('page by outcome p95', filtered, 'ms', plainPage),
  result('page by problem p95', problems, 'ms', plainPage),
  result('overview p95', overview, 'ms', plainPage),
  result('preview of 50 p95', preview, 'ms', plainPage),
  result('suggestions p95', suggestions, 'ms', plainPage),
  result('harmless version', harmless, 's', fresh),
];
printResults('readiness', results);
for (const { name, ratio } of results) {
  const min = minRatios[name];
  if (min !== undefined && !(ratio >= min)) {
    console.error(`${name} reaches less than ${min} of its floor`);
    process.exitCode = 1;
  }
}
