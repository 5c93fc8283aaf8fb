// npm run bench -- readiness [--count 20000] [--json]
// Evaluates products with 100 filled attributes for a channel of 100 targets. Each kind of figure has its own floor:
// - "evaluate only" and "read and evaluate", the processor time of one thread: JSON.parse and JSON.stringify of other products.
// - Passes: a bare driver reads the same products as text and upserts rows as wide as an evaluation, 1,000 per transaction. A pass is
// started and measured after the background work of imports has ended. Below 10,000 products, waiting for workers is a large part of the
// time.
// - All other figures: the same request without a mapping, filter, gate or shape, in the same run.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { measureEvaluation } from './readiness/evaluate-only.ts';
import { measureLargeStandard } from './readiness/large-standard.ts';
import { measurePassFloor } from './readiness/pass-floor.ts';
import { definitions, mapping, standard, writeProducts } from './readiness/scene.ts';
import { measureSubmits } from './readiness/submits.ts';
import { measureTrigger } from './readiness/trigger.ts';
import { printResults, result } from './report.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, json: { type: 'boolean' } } });
const count = Number(values.count);
const clientId = 'demo';
const channelId = 'bench-shop';
const channel = `/api/channels/v1/channels/${channelId}`;
/** Interval between two requests for the progress. */
const pollMs = 50;
const minRatios: Record<string, number> = {
  'evaluate only': 0.9,
  pass: 0.45,
  'pass, no changes': 0.5,
  'import, mapped': 0.85,
  'trigger alone': 0.98,
  'submit, gated': 0.85,
  'page, channel shape': 0.6,
};

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
  const created = { channelId, adapterId: 'bench', name: 'Bench', accountFields: [] };
  await server.call('POST', '/console/channels', operator, created);
  const key = { kind: 'adapter', name: 'Bench', adapterId: 'bench' };
  const { secret } = (await server.call('POST', '/console/keys', operator, key)) as { secret: string }; // the contract declares this type
  const account = { name: 'Shop', properties: {} };
  const { accountId } = (await server.call('POST', `${channel}/accounts`, server.clientSecret, account)) as {
    accountId: string;
  }; // the contract declares this type
  await server.call('POST', '/external/authentication', secret, { clientId, channelId, accountId, status: 'SUCCESS' });
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
    }; // the contract declares this type
    if (state.rulesetNo !== null && state.pending === 0 && state.pass === null) return;
    await sleep(pollMs);
  }
}

/** Waits until the background work of imports has ended. */
async function untilIdle(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query('select from product_change union all select from evaluation_change limit 1');
    if (rows.length === 0) return;
    await sleep(pollMs);
  }
}

/**
 * Makes a request that starts a pass. Returns the duration of the pass (`pass`) and the time from the request to the start of the pass
 * (`before`), in seconds.
 */
async function measurePass(
  server: BenchServer,
  database: pg.Client,
  request: () => Promise<unknown>,
): Promise<{ pass: number; before: number }> {
  await untilIdle(database);
  const requestedAt = Date.now();
  await request();
  await untilCurrent(server);
  const endedAt = Date.now();
  const { rows } = await database.query<{ startedAt: Date }>(
    `select pass_started_at as "startedAt" from evaluation_state where client_id = $1 and channel_id = $2`,
    [clientId, channelId],
  );
  const startedAt = rows[0]?.startedAt.getTime() ?? Number.NaN;
  return { pass: (endedAt - startedAt) / 1_000, before: (startedAt - requestedAt) / 1_000 };
}

const evaluation = measureEvaluation(10_000);
await using server = await startBenchServer();
const secret = server.clientSecret;
await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', secret, definitions);
const files = [1, 2, 3].map((seed) => join(server.folder, `products-${seed}.json`));
for (const [index, file] of files.entries()) await writeProducts(file, count, index + 1);
const [first = '', second = '', third = ''] = files;
const database = new pg.Client({ connectionString: await server.connectionString() });
database.on('error', () => undefined); // the database may stop before this connection does
await database.connect();
await server.importFile(secret, first);
const adapterSecret = await connect(server);
const edit = (index: number) =>
  server.call('POST', '/api/import/v1/feeds/master?origin=edit', secret, {
    products: [{ __ID: 'P000000007', text_3: `edited ${index} ${Math.random()}` }],
  });
await untilIdle(database);
const unmappedEdit = await p95(60, edit);
const unmapped = (await server.importFile(secret, second)).durationMs;
await server.call('PUT', `${channel}/mapping`, secret, mapping());
const fresh = await measurePass(server, database, () => server.call('POST', `${channel}/mapping/publish`, secret, {}));
const floors = [
  await measurePassFloor(database, clientId, channelId),
  await measurePassFloor(database, clientId, channelId),
];
const floor = Math.min(...floors);
const again = await measurePass(server, database, () =>
  server.call('POST', `${channel}/readiness/refresh`, secret, {}),
);
const trigger = await measureTrigger(database, clientId);
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
  await server.call('PUT', '/external/channels/bench-shop/standard', adapterSecret, { ...standard(), name: 'Renamed' });
  await untilCurrent(server);
});
// With this limit, all products are ready.
await measurePass(server, database, () =>
  server.call('PUT', '/external/channels/bench-shop/standard', adapterSecret, standard(60)),
);
const submits = await measureSubmits({ server, database, clientId, channelId, adapterSecret, count });
const large = await measureLargeStandard(server, adapterSecret);
await database.end();

const perSecond = (duration: number) => count / duration;
const results = [
  result('evaluate only', evaluation.evaluated, 'products/s', evaluation.floor),
  result('read and evaluate', evaluation.judged, 'products/s', evaluation.floor),
  result('pass', perSecond(fresh.pass), 'products/s', perSecond(floor)),
  result('before the pass', fresh.before, 's', fresh.pass),
  result('pass, no changes', perSecond(again.pass), 'products/s', perSecond(floor)),
  result('import, mapped', count / (mapped / 1000), 'products/s', count / (unmapped / 1000)),
  result('backlog', backlog, 's', mapped / 1000),
  result('trigger alone', 1_000_000 / trigger.listed, 'products/s', 1_000_000 / trigger.unlisted),
  result('edit p95', mappedEdit, 'ms', unmappedEdit),
  result('page by outcome p95', filtered, 'ms', plainPage),
  result('page by problem p95', problems, 'ms', plainPage),
  result('overview p95', overview, 'ms', plainPage),
  result('preview of 50 p95', preview, 'ms', plainPage),
  result('suggestions p95', suggestions, 'ms', plainPage),
  result('harmless version', harmless, 's', fresh.pass),
  result('submit, gated', perSecond(submits.gated / 1000), 'products/s', perSecond(submits.ungated / 1000)),
  result('page, channel shape', 100_000 / submits.channelPage, 'products/s', 100_000 / submits.importPage),
  result('large standard', large.first, 's', 10),
  result('ten changes of it', large.changed, 's', 1),
];
printResults('readiness', results);
for (const { name, ratio } of results) {
  const min = minRatios[name];
  if (min !== undefined && !(ratio >= min)) {
    console.error(`${name} reaches less than ${min} of its floor`);
    process.exitCode = 1;
  }
}
