// npm run bench -- console [--count 1000000] [--screen] [--orders] [--json]
// --screen measures only the browser. --orders measures only sorted lists, typed filters, views, and offered values.
// Measures the product grid with a large catalogue, both the response times of the server and the time from an input to the next paint in
// Chromium. The floor of a figure is its target, so a ratio below 1 means that the target is reached.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withoutBrowser } from '../e2e/support/browser.ts';
import { buildConsole } from '../tools/console-build.ts';
import { measureOrders, typedDefinitions } from './console/order-times.ts';
import { measureScreen } from './console/screen-times.ts';
import { createLister, type Lister, type Parameters } from './console/server-times.ts';
import { type BenchServer, startBenchServer } from './import/bench-server.ts';
import { canGenerate, readDefinitions, writeBodies, writeProducts } from './import/catalogue-file.ts';
import { type BenchResult, printResults, result } from './report.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    screen: { type: 'boolean' },
    orders: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const count = Number(values.count);
const maxServerMs = 150;
/** Maximum time from an input to the next paint. A person sees no delay below 100 ms. */
const maxPaintMs = 100;
/** Targets of interactions that may take longer, in milliseconds. The opened composite has 424 values. */
const slowerPaintMs: Record<string, number> = { 'open-composite': 200 };
/** Maximum share of frames in which a part of the visible list is empty while the mouse wheel turns, in percent. */
const maxBlankPercent = 1;
const maxFirstLoadKb = 250;
const rounds = 40;

async function load(server: BenchServer, folder: string): Promise<void> {
  for (const definitions of readDefinitions())
    await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', server.clientSecret, definitions);
  await server.call('PUT', '/api/datastandards/v1/datastandards/attributes', server.clientSecret, typedDefinitions);
  const products = join(folder, 'products.ndjson');
  const body = join(folder, 'products.json');
  await writeProducts(products, count);
  await writeBodies(products, [body], (line) => ({ target: 0, line }));
  await rm(products);
  const report = await server.importFile(server.clientSecret, body);
  await rm(body);
  console.log(`imported ${report.created} products in ${Math.round(report.durationMs / 1000)} s`);
}

async function waitForIndex(server: BenchServer): Promise<void> {
  const began = performance.now();
  const client = new pg.Client({ connectionString: await server.connectionString() });
  await client.connect();
  const waits = async () => {
    const { rows } = await client.query<{ waits: boolean }>(
      'select exists (select 1 from product_change) or exists (select 1 from search_state where built_through is not null) as waits',
    );
    return rows[0]?.waits ?? false;
  };
  try {
    while (await waits()) await sleep(250);
    const seconds = Math.round((performance.now() - began) / 1000);
    const { rows } = await client.query<{ index: string; products: string }>(
      "select pg_size_pretty(pg_total_relation_size('product_search')) as index, pg_size_pretty(pg_total_relation_size('product')) as products",
    );
    console.log(
      `search index caught up ${seconds} s after the import: ${rows[0]?.index} for products of ${rows[0]?.products}`,
    );
  } finally {
    await client.end();
  }
}

/** Returns the measured queries by name: two pages of the unfiltered list, and filters that match many, few or no products. */
async function questions(lister: Lister): Promise<Map<string, Parameters>> {
  const after = (id: string): Parameters => [['startingAfter', Buffer.from(id).toString('base64url')]];
  const [deep] = (await lister.list([['limit', '1'], ...after('m')])).products;
  const deepId = deep?.productId ?? '';
  return new Map<string, Parameters>([
    ['first-page', []],
    ['next-page', after(deepId)],
    ['text-common', [['text', 'cisco']]],
    ['text-some', [['text', 'hoodie']]],
    ['text-rare', [['text', deepId]]],
    ['text-none', [['text', 'xyzzyq']]],
    ['text-two', [['text', 'zq']]],
    ['equals-common', [['where', 'manufacturer=Cisco']]],
    ['equals-rare', [['where', `__ID=${deepId}`]]],
    [
      'equals-some',
      [
        ['where', 'size=XS'],
        ['where', 'color=Red'],
      ],
    ],
    ['equals-inside', [['where', 'interfaces/type=1000base-t']]],
    ['equals-inside-rare', [['where', 'identifiers/value=710616']]],
    ['present', [['where', 'card_count*']]],
    ['empty', [['where', 'card_count!']]],
    ['contains', [['where', 'manufacturer~isc']]],
    ['contains-rare', [['where', 'comments~zyzzyva']]],
    [
      'combined',
      [
        ['family', 'Juniper'],
        ['where', 'airflow=front-to-rear'],
        ['text', 'ex4'],
      ],
    ],
  ]);
}

async function measureServer(server: BenchServer): Promise<BenchResult[]> {
  const lister = createLister(server.baseUrl, server.clientSecret);
  const results: BenchResult[] = [];
  for (const [name, parameters] of await questions(lister)) {
    const page = await lister.time([...parameters, ['limit', '200']], rounds);
    const counting: Parameters = [...parameters, ['limit', '1'], ['count', 'true'], ['countWithin', '75']];
    const counted = await lister.time(counting, rounds);
    results.push(result(`${name}-p95`, page.p95, 'ms', maxServerMs));
    results.push(result(`${name}-count-p95`, counted.p95, 'ms', maxServerMs));
    let exact = '';
    if (counted.body.countIsAtLeast === true) {
      const began = performance.now();
      const whole = await lister.list([...parameters, ['limit', '1'], ['count', 'true']]);
      exact = `, counted to the end ${whole.count} in ${Math.round(performance.now() - began)} ms`;
    }
    const found = `${page.body.products.length}${page.body.hasMore ? ' and more' : ''}`;
    const number = `${counted.body.countIsAtLeast === true ? 'at least ' : ''}${counted.body.count}`;
    console.log(
      `${name.padEnd(20)} page p50 ${page.p50.toFixed(1)} ms (${found}), count p50 ${counted.p50.toFixed(1)} ms (${number})${exact}`,
    );
  }
  return results;
}

async function measureBrowser(server: BenchServer): Promise<BenchResult[]> {
  if (withoutBrowser !== false) {
    console.log(`Nothing was measured in a browser: ${withoutBrowser}.`);
    return [];
  }
  const { interactions, blankPercent, firstLoadKb } = await measureScreen(server.baseUrl, server.folder);
  return [
    ...[...interactions].map(([name, ms]) => result(`${name}-paint-p95`, ms, 'ms', slowerPaintMs[name] ?? maxPaintMs)),
    result('scroll-blank-frames', blankPercent, '%', maxBlankPercent),
    result('first-load-js', firstLoadKb, 'kB', maxFirstLoadKb),
  ];
}

if (!canGenerate()) {
  console.log('The catalogues that this benchmark scales are not here (../shared, or PIMENTO_SHARED).');
  process.exit(0);
}
await buildConsole();
const folder = await mkdtemp(join(tmpdir(), 'pimento-bench-files-'));
try {
  await using server = await startBenchServer();
  await load(server, folder);
  await waitForIndex(server);
  printResults('console', [
    ...(values.screen || values.orders ? [] : await measureServer(server)),
    ...(values.screen ? [] : await measureOrders(server, rounds, maxServerMs)),
    ...(values.orders ? [] : await measureBrowser(server)),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
